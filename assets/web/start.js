// Loads macroquad's loader, which draws and hands mouse, keys and touch to the game, and then footpath.js, which starts the
// game; says so when one of them is missing. Meanwhile all that the first frame needs is on its way, side by side.
"use strict";

// A part of another page takes no focus, which macroquad's loader would; footpath.js takes it once the part is clicked.
if (new URLSearchParams(location.search).has("embed")) document.getElementById("glcanvas").focus = () => {};

for (const file of ["mq_js_bundle.js", "footpath.js"]) {
    const script = document.createElement("script");
    script.src = file;
    script.async = false;
    script.onerror = () => {
        document.body.classList.add("failed");
        document.getElementById("status").textContent =
            `Footpath cannot start: ${file} did not load. It belongs beside this page.`;
    };
    document.body.append(script);
}

// The answers to what was asked for, by the name of the file; footpath.js takes them.
const askedAhead = new Map();
{
    const names = [
        "footpath.wasm", "assets/fonts/inter-footpath.ttf", "assets/sprites.png", "assets/icons.png", "assets/marks.png",
        "levels/index.tsv",
    ];
    const level = new URLSearchParams(location.search).get("level") || "first-steps";
    // The game says what is wrong with a name that no file can have.
    if (!/\p{Cc}/u.test(level)) names.push(`levels/${level}.ron`);
    for (const name of names) {
        const answer = fetch(name);
        // Who takes it says what went wrong, if anybody does.
        answer.catch(() => {});
        askedAhead.set(name, answer);
    }
}
