// Sends to `cargo web` which functions of the game have run until its first frame is drawn, with those that take what a player
// does meanwhile: they are what the first part of the wasm is made of. It comes once as a stranger and once as somebody who
// has been here before. No part of the page that is published.
"use strict";

const KEPT_SETTINGS = ["footpath.settings", '(lessons: {"first-steps": 6})'];

(async function () {
    const moment = () => new Promise((resolve) => setTimeout(resolve));
    while (!window.footpath) await moment();
    // No second frame is drawn, as on the published page, where it waits for the second part.
    let started = null;
    Object.defineProperty(footpath, "started", {
        get: () => started,
        set(time) {
            started = time;
            window.animation = () => {};
        },
    });
    while (started === null) await moment();
    const canvas = document.getElementById("glcanvas");
    const at = { clientX: 9, clientY: 9, button: 0, bubbles: true, cancelable: true };
    for (const kind of ["mousemove", "mousedown", "mouseup"]) canvas.dispatchEvent(new MouseEvent(kind, at));
    canvas.dispatchEvent(new WheelEvent("wheel", { ...at, deltaY: 1 }));
    const key = { key: "Shift", code: "ShiftLeft", bubbles: true, cancelable: true };
    for (const kind of ["keydown", "keypress", "keyup"]) canvas.dispatchEvent(new KeyboardEvent(kind, key));
    const finger = new Touch({ identifier: 1, target: canvas, clientX: 9, clientY: 9 });
    for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
        canvas.dispatchEvent(new TouchEvent(kind, { changedTouches: [finger], bubbles: true, cancelable: true }));
    }
    for (const isFocused of [false, true]) wasm_exports.focus(isFocused);
    wasm_exports.resize(canvas.width, canvas.height);

    const size = wasm_exports.__write_profile(0, 0);
    const address = wasm_exports.allocate_vec_u8(size);
    wasm_exports.__write_profile(address, size);
    await fetch("profile", { method: "POST", body: new Uint8Array(wasm_memory.buffer, address, size).slice() });
    if (sessionStorage.getItem("visited") === null) {
        sessionStorage.setItem("visited", "once");
        localStorage.setItem(...KEPT_SETTINGS);
        location.reload();
    }
})();
