// Sends to `cargo web` which functions of the game have run until its first frame is drawn, with those that take what a player
// does meanwhile: they are what the first part of the wasm is made of. It comes as a stranger, then as somebody who has begun
// the tour, and as somebody who has seen all of it. No part of the page that is published.
"use strict";

// What the game keeps of a player who has done so many steps of the tour.
const settings = (done) =>
    `(theme: Dark, motion: Full, keys: (game: {}, lab: {}, edit: {}), lessons: {"first-steps": ${done}}, page: "")`;
const VISITS = [null, settings(0), settings(6)];

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
    const next = Number(sessionStorage.getItem("visits")) + 1;
    if (next < VISITS.length) {
        sessionStorage.setItem("visits", next);
        localStorage.setItem("footpath.settings", VISITS[next]);
        location.reload();
    }
})();
