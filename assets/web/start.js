// Loads macroquad's loader, which draws and hands mouse, keys and touch to the game, and then footpath.js, which fetches the
// game and starts it; says so when one of them is missing.
"use strict";

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
