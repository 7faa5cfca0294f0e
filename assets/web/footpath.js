// The page's side of Footpath: loads the game, says how that goes, and says in words when something fails.
//
// start.js, and mq_js_bundle.js, macroquad's own loader, must have run before: their functions and variables (miniquad_add_plugin,
// importObject, wasm_exports ...) are global. The game calls the functions below that begin with footpath_.
//
// window.footpath is for tests and for pages that embed the game:
//   state    what the game last told about itself, about ten times a second: level, tick, messages, agents, camera ...
//   wantsHash  whether state is to hold state_hash too, which takes time to compute; null is told without it
//   started  milliseconds from navigation to the first frame, null before it
//   error    why the game cannot go on, null while it can
"use strict";

(function () {
    const WASM = "footpath.wasm";
    const REST = "rest.wasm";
    const FRAME_NEEDS = `Give the frame sandbox="allow-scripts allow-same-origin", or have the host answer with "Access-Control-Allow-Origin: *".`;
    // What the names of texts begin with that the browser's storage keeps.
    const KEPT = "footpath.";
    // What the names begin with under which the tab stands that holds a key.
    const HOLDER = "footpath.holder.";
    // What the names of running tabs begin with.
    const TAB = "footpath.tab.";

    // Whether the page is shown as a part of another one: it is as that one wants it, and keeps nothing.
    const isPart = new URLSearchParams(location.search).has("embed");

    const element = (id) => document.getElementById(id);
    const game = element("glcanvas");
    const typing = element("typing");
    const footpath = (window.footpath = { state: null, wantsHash: false, started: null, error: null });
    // How many widgets of the game the keyboard's focus can still go to with Shift+Tab, and with Tab.
    const stops = { before: 0, after: 0 };
    // Where the game's text fields are: left, top, width and height in CSS pixels from the canvas's corner.
    let textFields = [];
    // Whether the graphics were taken away and given back since the game last asked.
    let areGraphicsNew = false;
    // The level that the address names, as far as the game has told.
    let shownLevel = null;
    let pixelRatio = window.devicePixelRatio || 1;
    // What makes levels of files of other programs, once it was needed; the files that it does not have yet, how many answers
    // are to come, and the last one until the game has it.
    let importer = null;
    let newFiles = null;
    let awaited = 0;
    let preview = null;
    // What plays sounds, once there was one.
    let speaker = null;

    // ---- In which language it is said ----

    // What the address, or else the browser, calls the language of the user; and that of a table, if there is one for it.
    const language = new URLSearchParams(location.search).get("language") || navigator.language || "";
    const tables = document.documentElement.dataset.languages.split(" ");
    const spoken = tables.find((code) => code === language.split("-")[0].toLowerCase());
    // The sentences of the table, by the same in English.
    let sentences = {};
    const said = (sentence) => sentences[sentence] ?? sentence;

    // The page itself, in the language of a table, or again in English.
    async function speak(code) {
        if (document.documentElement.lang === code) return;
        document.documentElement.lang = code;
        try {
            // The table is a map in RON: without its comments and its last comma, that is JSON.
            const text = tables.includes(code) ? await (await fetch(`assets/languages/${code}.ron`)).text() : "{}";
            sentences = JSON.parse(text.replace(/^\s*\/\/.*$/gm, "").replace(/,\s*}\s*$/, "}"));
        } catch (error) {
            console.warn(`language: ${error.message}`);
        }
        for (const part of document.querySelectorAll("button, #held, #link-heading")) {
            part.english ??= part.textContent;
            part.textContent = said(part.english);
        }
        for (const part of document.querySelectorAll("[aria-label]")) {
            part.englishLabel ??= part.ariaLabel;
            part.ariaLabel = said(part.englishLabel);
        }
    }

    // ---- What the cover says ----

    function tell(text, share) {
        element("status").textContent = said(text);
        if (share === undefined) element("progress").removeAttribute("value");
        else element("progress").value = share;
    }

    // Only the first failure is shown: those that follow it are mostly its consequences.
    function fail(sentence, details) {
        if (footpath.error !== null) return;
        footpath.error = details ? `${sentence}\n${details}` : sentence;
        document.body.classList.add("failed");
        tell(sentence);
        element("status").setAttribute("role", "alert");
        element("details").textContent = details || "";
        element("details").hidden = !details;
        element("again").hidden = false;
        offerReplay();
        element("cover").classList.remove("gone");
        game.blur();
    }

    // The replay of the run up to its end, in the parts in which the game has handed it over.
    let recording = [];

    // Where the game has stopped, a button saves the replay.
    function offerReplay() {
        element("save-replay").hidden = footpath.error === null || recording.length === 0;
    }

    element("save-replay").addEventListener("click", () => save("crash.replay", recording.join("")));

    function uncover() {
        footpath.started = performance.now();
        closeReader();
        element("cover").classList.add("gone");
        element("held").hidden = joined;
        game.focus();
        startWithoutNetwork();
    }

    // Has what was loaded kept for the next time, which may be without a network.
    function startWithoutNetwork() {
        // Browsers allow it only where the page came over https or from this computer, and not in a frame without rights.
        try {
            navigator.serviceWorker?.register("offline.js").catch(() => {});
        } catch {}
    }

    // ---- What the game calls ----

    const textAt = (address, length) =>
        new TextDecoder().decode(new Uint8Array(wasm_memory.buffer, address, length));

    function save(name, content, type = "text/plain") {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([content], { type }));
        link.download = name;
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    }

    const imports = {
        // Copies the value of ?level= into the buffer; returns its whole length in bytes, 0 without one.
        footpath_level(buffer, capacity) {
            const name = new URLSearchParams(location.search).get("level") || "";
            const bytes = new TextEncoder().encode(name);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Copies what stands behind the ? of the address into the buffer; returns its whole length in bytes.
        footpath_query(buffer, capacity) {
            const bytes = new TextEncoder().encode(location.search);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Copies what stands behind the # of the address into the buffer; returns its whole length in bytes.
        footpath_fragment(buffer, capacity) {
            const bytes = new TextEncoder().encode(location.hash);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Whether the address has ?lab, 0 or 1.
        footpath_wants_lab() {
            return new URLSearchParams(location.search).has("lab") ? 1 : 0;
        },
        // The first frame is drawn.
        footpath_started() {
            if (footpath.started === null && footpath.error === null) uncover();
        },
        // The game cannot go on.
        footpath_fail(text, length) {
            fail("The game stopped because of a mistake in it.", textAt(text, length));
        },
        // The game cannot begin, for want of a file or of graphics.
        footpath_cannot_start(text, length) {
            fail("The game cannot start.", textAt(text, length));
        },
        // Whether the hash of the state is wanted, 0 or 1.
        footpath_wants_hash() {
            return footpath.wantsHash ? 1 : 0;
        },
        // How many of the canvas's pixels make a CSS pixel.
        footpath_pixel_ratio() {
            return pixelRatio;
        },
        // How many widgets lie before and after the one that has the keyboard's focus.
        footpath_stops(before, after) {
            Object.assign(stops, { before, after });
        },
        // Where the text fields are, four numbers each, and which of them has the keyboard's focus, or -1.
        footpath_text_fields(areas, count, typedInto) {
            const numbers = new Float32Array(wasm_memory.buffer, areas, 4 * count);
            textFields = Array.from({ length: count }, (_, field) => numbers.slice(4 * field, 4 * field + 4));
            giveFocus(textFields[typedInto]);
        },
        // Whether what was drawn into textures is lost, 0 or 1: the game has to draw it again.
        footpath_graphics_are_new() {
            const answer = areGraphicsNew ? 1 : 0;
            areGraphicsNew = false;
            return answer;
        },
        // Asks the player for a level file; what is chosen comes to the game as if it had been dropped on it.
        footpath_open_file() {
            element("file").click();
        },
        // Fills the screen, or is in the browser's window again; returns whether the browser can, 0 or 1. It lets it where a
        // press or a key was the reason.
        footpath_full_screen() {
            if (!document.fullscreenEnabled) return 0;
            const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
            asked.catch((error) => console.warn(`full screen: ${error.message}`));
            return 1;
        },
        // Whether the page is shown inside another one, 0 or 1.
        footpath_is_embedded() {
            return window.parent === window ? 0 : 1;
        },
        // Copies what the user's language is called into the buffer; returns its whole length in bytes.
        footpath_language(buffer, capacity) {
            const bytes = new TextEncoder().encode(language);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // The game speaks the language with this code now.
        footpath_speaks(code, length) {
            speak(textAt(code, length));
        },
        // Whether the system asks for less motion, 0 or 1.
        footpath_wants_less_motion() {
            return matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 0;
        },
        // Copies the text that is kept under a key into the buffer, as far as it goes; returns its whole length in bytes.
        footpath_kept(key, length, buffer, capacity) {
            let text = "";
            try {
                text = (!isPart && localStorage.getItem(KEPT + textAt(key, length))) || "";
            } catch (error) {
                console.warn(`storage: ${error.message}`);
            }
            const bytes = new TextEncoder().encode(text);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Keeps a text under a key, an empty one not at all; returns whether the browser lets it, 0 or 1.
        footpath_keep(key, keyLength, text, length) {
            if (isPart) return 1;
            try {
                const name = KEPT + textAt(key, keyLength);
                if (length > 0) localStorage.setItem(name, textAt(text, length));
                else localStorage.removeItem(name);
                return 1;
            } catch (error) {
                console.warn(`storage: ${error.message}`);
                return 0;
            }
        },
        // Copies the keys of all texts into the buffer, one on a line; returns their whole length in bytes. A page inside
        // another one gets none: it shows a level there, and asks nobody of other ones.
        footpath_kept_keys(buffer, capacity) {
            let names = [];
            try {
                names = window.parent === window ? Object.keys(localStorage) : [];
            } catch (error) {
                console.warn(`storage: ${error.message}`);
            }
            const keys = names.filter((name) => name.startsWith(KEPT)).map((name) => name.slice(KEPT.length));
            const bytes = new TextEncoder().encode(keys.join("\n"));
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Holds a key for this tab; returns 0 where it is held already, else 1. Where nothing can be kept, no other tab has it
        // either.
        footpath_hold(key, length) {
            const name = HOLDER + textAt(key, length);
            try {
                const holder = localStorage.getItem(name);
                if (holder === tab || (holder !== null && isRunning(holder))) return 0;
                localStorage.setItem(name, tab);
            } catch (error) {
                console.warn(`storage: ${error.message}`);
            }
            return 1;
        },
        // Lets other tabs have a key.
        footpath_let_go(key, length) {
            const name = HOLDER + textAt(key, length);
            letGo((holder) => holder === name);
        },
        // Saves a text as a file among the downloads.
        footpath_download(name, nameLength, text, length) {
            save(textAt(name, nameLength), textAt(text, length));
        },
        // Saves a part of the picture, in pixels, as a file among the downloads once the frame is drawn.
        footpath_save_picture(name, length, left, top, width, height) {
            toBeSaved = { name: textAt(name, length), area: [left, top, width, height] };
        },
        // Puts a link on the clipboard.
        footpath_copy_link(text, length) {
            copyLink(textAt(text, length));
        },
        // What the clipboard has answered since the last call: 0 nothing, 1 that it has taken the link, 2 that it has not.
        footpath_link_copied() {
            const answer = linkCopied;
            linkCopied = 0;
            return answer;
        },
        // Takes a part of the picture, in pixels, as the next of a film once the frame is drawn; it is shown there for so many
        // hundredths of a second.
        footpath_film(left, top, width, height, delay) {
            toBeFilmed = { area: [left, top, width, height], delay };
        },
        // Whether the next picture of a film can be taken: 0 if so, 1 while those before are taken in, 2 where that has failed.
        footpath_film_waits() {
            const hasFailed = filmed < 0;
            if (hasFailed) filmed = 0;
            return hasFailed ? 2 : Number(toBeFilmed !== null || filmed > 1);
        },
        // Saves the film as a file among the downloads.
        footpath_save_film(name, length) {
            importer.postMessage({ film: textAt(name, length) });
        },
        // Keeps lines of the recording: it begins with them, or goes on, 1 or 0. Here they outlive the game.
        footpath_record(begins, text, length) {
            if (begins) recording = [];
            recording.push(textAt(text, length));
            offerReplay();
        },
        // Saves the recording, and what it ends with, as a file among the downloads.
        footpath_download_recording(name, nameLength, ending, length) {
            save(textAt(name, nameLength), recording.join("") + textAt(ending, length));
        },
        // Copies the page's address without ? and # into the buffer; returns its whole length in bytes.
        footpath_address(buffer, capacity) {
            const bytes = new TextEncoder().encode(location.origin + location.pathname);
            new Uint8Array(wasm_memory.buffer, buffer, capacity).set(bytes.subarray(0, capacity));
            return bytes.length;
        },
        // Has the address name the level that is played, so that a reload plays it again, and "back" the one before; and the
        // title say what the level calls itself. What is given first is ?level= and its name, or # and the level itself, or
        // nothing.
        footpath_show_level(part, length, name, nameLength) {
            const level = textAt(part, length);
            document.title = `${textAt(name, nameLength)} - Footpath`;
            if (level === shownLevel) return;
            const isFirst = shownLevel === null;
            shownLevel = level;
            // The first level is the one that the address asks for already.
            if (isFirst) return;
            const address = new URL(location.href);
            address.searchParams.delete("level");
            address.searchParams.delete("lab");
            if (level.startsWith("?level=")) address.searchParams.set("level", level.slice(7));
            address.hash = level.startsWith("#") ? level : "";
            if (address.href !== location.href) showAddress(address, "pushState");
        },
        // Has the address open the lab as it is, with this behind its #.
        footpath_show_lab(part, length) {
            // The address of a part is that which its page gave it; a step of its own would be one of that page's, too.
            if (isPart) return;
            const address = new URL(location.href);
            address.searchParams.delete("level");
            address.searchParams.set("lab", "");
            address.hash = shownLevel = textAt(part, length);
            // A step of its own only where the lab is entered: to go back from there leads to the level.
            const isThere = new URLSearchParams(location.search).has("lab");
            showAddress(address, isThere ? "replaceState" : "pushState");
        },
        // Has a preview made of the files that were given last, as a request says.
        footpath_ask_for_preview(request, length) {
            startImporter();
            if (newFiles) importer.postMessage({ files: newFiles });
            newFiles = preview = null;
            awaited += 1;
            importer.postMessage({ request: new Uint8Array(wasm_memory.buffer, request, length).slice() });
        },
        // Copies what came of the last request into the buffer once that has room for all of it, and forgets it; returns its
        // length in bytes, 0 before it is there.
        footpath_preview(buffer, capacity) {
            if (preview === null) return 0;
            const { length } = preview;
            if (capacity >= length) {
                new Uint8Array(wasm_memory.buffer, buffer, length).set(preview);
                preview = null;
            }
            return length;
        },
        // Plays samples from -1 to 1, so many a second. A browser plays nothing before its user has done something.
        footpath_play(samples, count, rate) {
            if (!navigator.userActivation?.hasBeenActive) return;
            try {
                speaker ??= new AudioContext();
                const buffer = speaker.createBuffer(1, count, rate);
                buffer.getChannelData(0).set(new Float32Array(wasm_memory.buffer, samples, count));
                const source = new AudioBufferSourceNode(speaker, { buffer });
                source.connect(speaker.destination);
                source.start();
            } catch (error) {
                console.warn(`sound: ${error.message}`);
            }
        },
        // How wide a text is in the browser's fonts, in pixels.
        footpath_text_width(text, length, size) {
            return measured(textAt(text, length), size).width;
        },
        // Draws a text in the browser's fonts once the buffer has room for all of it; returns its length in bytes. Four u16
        // (little-endian) come first: how far the picture reaches to the left of the text's beginning and above its base line,
        // its width and its height; then red, green, blue and alpha of each pixel. What has no colors of its own is white.
        footpath_draw_text(text, length, size, buffer, capacity) {
            const words = textAt(text, length);
            const box = measured(words, size);
            const edge = (side) => Math.max(Math.ceil(box[`actualBoundingBox${side}`]) + 1, 0);
            const [left, top] = [edge("Left"), edge("Ascent")];
            const [width, height] = [Math.max(left + edge("Right"), 1), Math.max(top + edge("Descent"), 1)];
            const bytes = 8 + 4 * width * height;
            if (capacity < bytes) return bytes;
            Object.assign(sheet.canvas, { width, height });
            measured(words, size);
            sheet.fillStyle = "white";
            sheet.fillText(words, left, top);
            const view = new DataView(wasm_memory.buffer, buffer, bytes);
            [left, top, width, height].forEach((number, index) => view.setUint16(2 * index, number, true));
            new Uint8Array(wasm_memory.buffer, buffer + 8).set(sheet.getImageData(0, 0, width, height).data);
            return bytes;
        },
        // How things stand, as JSON.
        footpath_state(text, length) {
            footpath.state = JSON.parse(textAt(text, length));
            readOut(footpath.state);
        },
    };

    // ---- Letters that the game's font lacks ----

    // Where the browser draws them, made when the first one is needed.
    let sheet = null;

    function measured(words, size) {
        sheet = sheet || document.createElement("canvas").getContext("2d", { willReadFrequently: true });
        sheet.font = `500 ${size}px sans-serif`;
        return sheet.measureText(words);
    }

    // ---- Which tabs run ----

    // Each tab has a lock of its name as long as it lives, however it ends. Browsers have locks only where the page came over
    // https or from this computer; elsewhere a tab keeps the time, which holds for as long as a hidden one may sleep.
    const tab = `${TAB}${Date.now()}-${Math.random()}`;
    const LOOK_SECONDS = 1;
    const SLEEP_SECONDS = 90;
    const locks = navigator.locks;
    let running = new Set();

    function isRunning(name) {
        if (locks) return running.has(name);
        return Date.now() - Number(localStorage.getItem(name)) < 1000 * SLEEP_SECONDS;
    }

    async function lookAtTabs() {
        try {
            if (locks) running = new Set((await locks.query()).held.map(({ name }) => name));
            else localStorage.setItem(tab, Date.now());
        } catch (error) {
            console.warn(`tabs: ${error.message}`);
        }
    }

    // Lets go of those keys that this tab holds under names which are meant.
    function letGo(isMeant) {
        try {
            const mine = Object.keys(localStorage).filter((name) => name.startsWith(HOLDER) && localStorage.getItem(name) === tab);
            mine.filter(isMeant).forEach((name) => localStorage.removeItem(name));
        } catch (error) {
            console.warn(`storage: ${error.message}`);
        }
    }

    // Shows another address without loading it; a sandboxed frame may not.
    function showAddress(address, how) {
        try {
            history[how](null, "", address);
        } catch (error) {
            console.warn(`address: ${error.message}`);
        }
    }

    // A part of an article lets wheel, keys and fingers scroll that, and takes no focus, until it is clicked; and again once
    // something else is.
    function staysQuiet() {
        let isAwake = false;
        const wake = (on) => {
            isAwake = on;
            game.style.touchAction = on ? "" : "auto";
        };
        wake(false);
        document.documentElement.classList.add("is-part");
        for (const name of ["wheel", "keydown", "keyup", "keypress", "touchstart", "touchmove", "touchend", "touchcancel"]) {
            const keep = (event) => isAwake || event.stopImmediatePropagation();
            window.addEventListener(name, keep, { capture: true, passive: true });
        }
        game.focus = () => isAwake && HTMLElement.prototype.focus.call(game);
        const begin = () => {
            wake(true);
            game.focus();
        };
        window.addEventListener("click", begin, { capture: true });
        window.addEventListener("blur", () => wake(false));
    }
    if (isPart) staysQuiet();

    async function beginTab() {
        locks?.request(tab, () => new Promise(() => {})).catch((error) => console.warn(`tabs: ${error.message}`));
        await lookAtTabs();
        setInterval(lookAtTabs, 1000 * LOOK_SECONDS);
    }

    // One that has begun since the last look.
    window.addEventListener("storage", ({ key, newValue }) => {
        if (key?.startsWith(HOLDER) && newValue) running.add(newValue);
    });

    window.addEventListener("pagehide", () => {
        letGo(() => true);
        if (!locks) localStorage.removeItem(tab);
    });

    // A page that comes back as it was has let go of what it held.
    window.addEventListener("pageshow", ({ persisted }) => {
        if (persisted) location.reload();
    });

    // ---- Pictures ----

    // What is to be saved of the picture: the name of the file, and the area.
    let toBeSaved = null;

    // In the frame itself: what is drawn is gone after it.
    function savePicture() {
        if (toBeSaved === null) return;
        const { name, area: [left, top, width, height] } = toBeSaved;
        toBeSaved = null;
        const part = Object.assign(document.createElement("canvas"), { width, height });
        part.getContext("2d").drawImage(game, left, top, width, height, 0, 0, width, height);
        part.toBlob((blob) => blob && save(name, blob, blob.type));
    }

    // The next picture of a film, until it is taken; and how many the worker has not taken in yet, or less than 0 where it cannot.
    let toBeFilmed = null;
    let filmed = 0;

    // In the size of the page, whatever the screen's pixels are: a film of small pixels is a large file.
    function film() {
        if (toBeFilmed === null) return;
        const { area: [left, top, width, height], delay } = toBeFilmed;
        toBeFilmed = null;
        const size = { width: Math.round(width / pixelRatio), height: Math.round(height / pixelRatio) };
        const pen = Object.assign(document.createElement("canvas"), size).getContext("2d");
        pen.drawImage(game, left, top, width, height, 0, 0, size.width, size.height);
        const pixels = pen.getImageData(0, 0, size.width, size.height).data;
        startImporter();
        filmed += 1;
        importer.postMessage({ picture: { ...size, pixels, delay } }, [pixels.buffer]);
    }

    function startImporter() {
        if (importer !== null) return;
        importer = new Worker("importer.js");
        importer.onmessage = ({ data }) => {
            if (data.film) save(data.film, data.bytes, "image/gif");
            else if ("taken" in data) filmed = data.taken ? filmed - 1 : -1;
            else preview = --awaited > 0 ? preview : data;
        };
        importer.onerror = () => {
            preview = new TextEncoder().encode("\0importer.js did not load");
            filmed = -1;
        };
    }

    // ---- Links ----

    let linkCopied = 0;

    // A browser may refuse the clipboard, have none, or ask the player first and never come back.
    const CLIPBOARD_SECONDS = 2;

    async function copyLink(link) {
        const tooLong = new Promise((_, refuse) => setTimeout(refuse, 1000 * CLIPBOARD_SECONDS, new Error("no answer")));
        try {
            await Promise.race([navigator.clipboard.writeText(link), tooLong]);
            linkCopied = 1;
        } catch (error) {
            console.warn(`copying: ${error.message}`);
            linkCopied = 2;
            showLink(link);
        }
    }

    // The link in a field of the page itself, selected: there the browser's own copying works.
    function showLink(link) {
        const [dialog, field] = [element("link"), element("link-text")];
        field.value = link;
        if (!dialog.open) dialog.showModal();
        field.focus();
        field.select();
    }

    element("link").addEventListener("close", () => game.focus());

    // The loader would keep what the game copies until the browser's next own copy.
    function copyAtOnce(env) {
        env.sapp_set_clipboard = (text, length) => {
            navigator.clipboard?.writeText(textAt(text, length)).catch((error) => console.warn(`copying: ${error.message}`));
        };
    }

    // The name that a key has where it stands on a US keyboard, by what is printed on it: on a French one the key where Q is
    // elsewhere is A. Keys of other scripts go by where they stand.
    const PRINTED = { ",": "Comma", ";": "Semicolon", ".": "Period", "/": "Slash", "'": "Quote", "-": "Minus", "=": "Equal" };
    function printedCode(event) {
        if (/^[a-z]$/i.test(event.key)) return `Key${event.key.toUpperCase()}`;
        return event.code.startsWith("Key") ? (PRINTED[event.key] ?? event.code) : event.code;
    }

    // The key of the event that is being answered: where it stands, and what it is. The loader asks by its place alone.
    let pressed = {};
    for (const kind of ["keydown", "keypress", "keyup"]) {
        window.addEventListener(kind, (event) => (pressed = { at: event.code, code: printedCode(event) }), { capture: true });
    }

    // The loader has wrong numbers for two keys, which the game would not know.
    function nameKeysRightly() {
        const known = into_sapp_keycode;
        const mended = { Slash: 47, Quote: 39 };
        into_sapp_keycode = (place) => {
            const code = place === pressed.at ? pressed.code : place;
            return mended[code] ?? known(code);
        };
    }

    // ---- Graphics that come back ----

    // A browser may take the graphics away and give them back empty. The game holds its buffers, textures and programs by
    // numbers, which the loader's tables turn into objects: what is needed to make these objects again is kept with each of
    // them, and what was set last is set again. Textures that the game has drawn itself it draws again, when it asks.
    function keepGraphics(webglVersion) {
        const settings = new Map();
        const bound = {};
        let unit = gl.TEXTURE0;
        const watch = (name, note) => {
            const call = gl[name];
            gl[name] = (...args) => {
                const result = call.apply(gl, args);
                note(args, result);
                return result;
            };
        };
        const latest = (value) => {
            while (value && value.successor) value = value.successor;
            return value;
        };
        const set = (key, again) => {
            settings.delete(key);
            settings.set(key, again);
        };
        const keepCall = (name, key) =>
            watch(name, (args) => set(key(args), () => gl[name](...args.map(latest))));
        for (const name of ["blendEquationSeparate", "blendFunc", "blendFuncSeparate", "clearColor", "colorMask", "cullFace",
            "depthFunc", "depthMask", "frontFace", "scissor", "useProgram", "viewport"]) keepCall(name, () => name);
        for (const name of ["enable", "disable"]) keepCall(name, ([what]) => `enabled ${what}`);
        for (const name of ["enableVertexAttribArray", "disableVertexAttribArray"]) keepCall(name, ([at]) => `used ${at}`);
        keepCall("pixelStorei", ([what]) => `stored ${what}`);
        watch("activeTexture", ([which]) => (unit = which));
        watch("bindBuffer", ([target, buffer]) => {
            bound[target] = buffer;
            set(`buffer ${target}`, () => gl.bindBuffer(target, latest(buffer)));
        });
        watch("bindTexture", ([target, texture]) => {
            const here = unit;
            bound[here] = texture;
            set(`texture ${here}`, () => {
                gl.activeTexture(here);
                gl.bindTexture(target, latest(texture));
            });
        });
        watch("vertexAttribPointer", (args) => {
            const buffer = bound[gl.ARRAY_BUFFER];
            set(`pointer ${args[0]}`, () => {
                gl.bindBuffer(gl.ARRAY_BUFFER, latest(buffer));
                gl.vertexAttribPointer(...args);
            });
        });

        watch("createTexture", (_, texture) => texture && (texture.kept = { images: [], parameters: new Map(), hasMipmap: false }));
        watch("texImage2D", (args) => {
            if (bound[unit]) bound[unit].kept.images[args[1]] = [...args.slice(0, 8), args[8] && args[8].slice()];
        });
        watch("texSubImage2D", ([, level, x, y, width, height, , , data]) => {
            const image = bound[unit]?.kept.images[level];
            if (!image || !data) return;
            const side = data.length / (width * height);
            const [whole, high] = [image[3], image[4]];
            image[8] = image[8] || new Uint8Array(whole * high * side);
            for (let row = 0; row < height; row++) {
                image[8].set(data.subarray(row * width * side, (row + 1) * width * side), ((y + row) * whole + x) * side);
            }
        });
        watch("texParameteri", ([, name, value]) => bound[unit]?.kept.parameters.set(name, value));
        watch("generateMipmap", () => {
            if (bound[unit]) bound[unit].kept.hasMipmap = true;
        });
        // What streams into a buffer is written anew in every frame.
        watch("bufferData", ([target, data, usage]) => {
            bound[target].kept = [target, data.slice && usage === gl.STATIC_DRAW ? data.slice() : data.length || data, usage];
        });
        watch("bufferSubData", ([target, offset, data]) => {
            const kept = bound[target].kept;
            if (kept[2] !== gl.STATIC_DRAW) return;
            if (!kept[1].set) kept[1] = new Uint8Array(kept[1]);
            kept[1].set(data, offset);
        });
        watch("createShader", ([type], shader) => shader && (shader.kept = { type }));
        watch("shaderSource", ([shader, source]) => (shader.kept.source = source));
        watch("createProgram", (_, program) => program && (program.kept = { shaders: [], attributes: new Map() }));
        watch("attachShader", ([program, shader]) => program.kept.shaders.push(shader.kept));
        watch("getAttribLocation", ([program, name], at) => at >= 0 && program.kept.attributes.set(name, at));

        const renew = (table, make) => {
            table.forEach((old, id) => {
                if (!old) return;
                const fresh = (table[id] = make(old));
                fresh.name = id;
                old.successor = fresh;
            });
        };
        const remakeBuffer = ({ kept }) => {
            const buffer = gl.createBuffer();
            if (kept) {
                gl.bindBuffer(kept[0], buffer);
                gl.bufferData(...kept);
            }
            return buffer;
        };
        const remakeTexture = ({ kept }) => {
            const texture = gl.createTexture();
            gl.bindTexture(gl.TEXTURE_2D, texture);
            kept.images.forEach((image) => gl.texImage2D(...image));
            kept.parameters.forEach((value, name) => gl.texParameteri(gl.TEXTURE_2D, name, value));
            if (kept.hasMipmap) gl.generateMipmap(gl.TEXTURE_2D);
            return texture;
        };
        const remakeProgram = ({ kept }) => {
            const program = gl.createProgram();
            for (const { type, source } of kept.shaders) {
                const shader = gl.createShader(type);
                gl.shaderSource(shader, source);
                gl.compileShader(shader);
                gl.attachShader(program, shader);
            }
            kept.attributes.forEach((at, name) => {
                gl.bindAttribLocation(program, at, name);
                program.kept.attributes.set(name, at);
            });
            gl.linkProgram(program);
            return program;
        };
        const remakeUniforms = (program, id) => {
            for (const [name, [size, first]] of Object.entries(program ? GL.programInfos[id].uniforms : {})) {
                for (let index = 0; index < size; index++) {
                    GL.uniforms[first + index] = gl.getUniformLocation(program, index ? `${name}[${index}]` : name);
                }
            }
        };
        return () => {
            const again = [...settings];
            const lastUnit = unit;
            // The extensions have to be asked for once more.
            init_webgl(webglVersion);
            again.filter(([key]) => key.startsWith("stored")).forEach(([, setAgain]) => setAgain());
            renew(GL.vaos, () => gl.createVertexArray());
            gl.bindVertexArray(GL.vaos.find((vao) => vao) || null);
            renew(GL.framebuffers, () => gl.createFramebuffer());
            renew(GL.buffers, remakeBuffer);
            renew(GL.textures, remakeTexture);
            renew(GL.programs, remakeProgram);
            GL.programs.forEach(remakeUniforms);
            again.forEach(([, setAgain]) => setAgain());
            again.filter(([key]) => key.startsWith("buffer")).forEach(([, setAgain]) => setAgain());
            gl.activeTexture(lastUnit);
        };
    }

    // The loader looks at the window's size only when that changes; a page that is zoomed, or moved to another screen, may
    // change its pixels alone.
    function followPixelRatio() {
        if (pixelRatio === window.devicePixelRatio) return;
        pixelRatio = window.devicePixelRatio;
        if (window.onresize) window.onresize();
    }

    // How long the game waits for its graphics before it says that they are gone, in milliseconds.
    const PATIENCE = 10000;

    // No frame is drawn without graphics; the game goes on when they are back, from where it was.
    function surviveLosses(env) {
        const initialize = env.init_webgl;
        let restore = null;
        env.init_webgl = (webglVersion) => {
            initialize(webglVersion);
            restore = keepGraphics(webglVersion);
        };
        const frame = window.animation;
        window.animation = () => {
            if (gl.isContextLost() || isHeld()) return;
            followPixelRatio();
            frame();
            savePicture();
            film();
        };
        let waiting;
        game.addEventListener("webglcontextlost", (event) => {
            event.preventDefault();
            waiting = setTimeout(() => {
                fail("The browser took the graphics away from the game. That happens when a computer sleeps or its graphics driver restarts.");
            }, PATIENCE);
        });
        game.addEventListener("webglcontextrestored", () => {
            clearTimeout(waiting);
            if (footpath.error !== null) return;
            restore();
            areGraphicsNew = true;
            window.animation();
        });
    }

    // ---- Files ----

    // The answer for a file, which start.js may have asked for.
    function answerFor(name) {
        const answer = askedAhead.get(name) || fetch(name);
        askedAhead.delete(name);
        return answer;
    }

    // A picture (.png) comes decoded: width and height as little-endian u16, then red, green, blue, alpha for each pixel, row
    // after row from the top. Browsers can decode; a decoder inside the game would make its download a quarter larger.
    async function load(name) {
        const response = await answerFor(name);
        if (!response.ok) throw new Error(`the server answered ${response.status}`);
        return name.endsWith(".png") ? decoded(await response.blob()) : new Uint8Array(await response.arrayBuffer());
    }

    // The game fetches its files through the loader's fs_load_file, which it gets from here.
    function serveFiles(env) {
        env.fs_load_file = function (address, length) {
            const name = textAt(address, length);
            const id = FS.unique_id++;
            const loading = loadedAhead.get(name) ?? load(name);
            loadedAhead.delete(name);
            loading.catch((error) => {
                console.warn(`${name}: ${error.message}`);
                return null;
            }).then((bytes) => {
                FS.loaded_files[id] = bytes;
                wasm_exports.file_loaded(id);
            });
            return id;
        };
    }

    // The pictures of the first frame are decoded while the wasm is on its way.
    const loadedAhead = new Map();
    function decodeAhead() {
        for (const name of [...askedAhead.keys()].filter((name) => name.endsWith(".png"))) {
            const loading = load(name);
            // The game, which asks for it, says what went wrong.
            loading.catch(() => {});
            loadedAhead.set(name, loading);
        }
    }

    async function decoded(picture) {
        const bitmap = await createImageBitmap(picture, { premultiplyAlpha: "none", colorSpaceConversion: "none" });
        const bytes = new Uint8Array(4 + bitmap.width * bitmap.height * 4);
        const size = new DataView(bytes.buffer);
        size.setUint16(0, bitmap.width, true);
        size.setUint16(2, bitmap.height, true);
        readPixels(bitmap, bytes.subarray(4));
        return bytes;
    }

    // What reads them, until the first frame is drawn: for each picture anew it would take long.
    let pictureReader = null;
    const openReader = () => (pictureReader ??= document.createElement("canvas").getContext("webgl"));
    function closeReader() {
        pictureReader?.getExtension("WEBGL_lose_context")?.loseContext();
        pictureReader = null;
    }

    // By way of a texture: a 2D canvas multiplies colors with their alpha, and where alpha is low they do not come back.
    function readPixels(bitmap, pixels) {
        const gl = openReader();
        const texture = gl.createTexture();
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
        gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
        gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
        gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
        gl.deleteTexture(texture);
    }

    // ---- What a screen reader is told ----

    let lastRead = "";
    function readOut({ messages, said }) {
        const text = [...messages, said].filter(Boolean).join("\n");
        if (text !== lastRead) element("messages").textContent = lastRead = text;
    }

    // ---- The second part of the game ----

    // The wasm may come in two parts: what runs until the first frame, and the rest. While the rest is on its way the first
    // frame is on the screen and no other is drawn. The rest puts its functions into a table through which the first part
    // calls them; until it does, placeholders stand there.
    let joined = true;
    // Under which name it is kept that the first frame needs all of the game.
    const NEEDS_ALL = KEPT + "needs-all";

    const isHeld = () => !joined && (footpath.started !== null || footpath.error !== null);

    function loadRest() {
        joined = false;
        const size = Number(document.documentElement.dataset.restBytes);
        return compiled(REST, size, (text) => (element("held").textContent = text));
    }

    function join(first, rest) {
        const [mark, other] = [first, rest].map((part) => {
            const [section] = WebAssembly.Module.customSections(part, "build");
            return section && new TextDecoder().decode(section);
        });
        if (mark !== other) throw new Failure("The two parts of the game are not from the same build. Loading the page again may help.");
        new WebAssembly.Instance(rest, { first: wasm_exports });
        joined = true;
        element("held").hidden = true;
        if (footpath.started !== null) window.requestAnimationFrame(window.animation);
    }

    // What the usual first frame shows needs the first part alone. Something else may need more: what the address asks for,
    // or what is kept of a player, which has turned out before.
    function needsAll() {
        try {
            return location.search + location.hash !== "" || spoken !== undefined || localStorage.getItem(NEEDS_ALL) !== null;
        } catch {
            return true;
        }
    }

    // What the first part calls before the rest is there, because its first frame is not the usual one after all. Nothing has
    // happened in the game yet: the page is loaded again, and waits for the rest.
    const placeholders = new Proxy({}, {
        get: () => () => {
            localStorage.setItem(NEEDS_ALL, "yes");
            footpath.error = "The page is loaded again.";
            location.reload();
            throw new Failure(footpath.error);
        },
    });

    // ---- From the page to the first frame ----

    function whyNot() {
        if (location.protocol === "file:") {
            return "Browsers do not let a page load a game from plain files. Serve this folder, for example with: cargo web --serve";
        }
        if (typeof WebAssembly !== "object") {
            return "This browser has no WebAssembly, and the game is made of it. A newer browser has it.";
        }
        if (openReader() === null) {
            return "This browser cannot draw with WebGL. It may be switched off in the settings, or not work with this graphics card.";
        }
        return null;
    }

    // Fetches wasm, compiles it while it comes and reports progress. The size is the page's own: a server that compresses does
    // not tell it.
    async function compiled(name, size, says = tell) {
        const response = await answerFor(name).catch((error) => {
            // A frame without the right to be of an origin gets none of its own files, unless their host allows it to all.
            const isKeptOut = window.origin === "null";
            throw isKeptOut
                ? new Failure("The frame that this page is in keeps it from its own files.", FRAME_NEEDS)
                : new Failure(`${name} did not load: the server does not answer.`, error.message);
        });
        if (!response.ok) {
            throw new Failure(`${name} did not load: the server answered ${response.status} ${response.statusText}`.trim() + ".");
        }
        const type = response.headers.get("Content-Type") || "no type";
        const received = response.body.getReader();
        const { value: first = new Uint8Array() } = await received.read();
        requireWasm(name, first, type);
        let loaded = 0;
        const counted = (chunk) => {
            loaded += chunk.length;
            const numbers = [loaded, Math.max(size, loaded)].map(kilobytes);
            says(said("Loading: {n} of {n} kB").replace(/{n}/g, () => numbers.shift()), size ? loaded / size : undefined);
            return chunk;
        };
        const chunks = new ReadableStream({
            start: (passedOn) => passedOn.enqueue(counted(first)),
            async pull(passedOn) {
                const { done, value } = await received.read();
                if (done) passedOn.close();
                else passedOn.enqueue(counted(value));
            },
        });
        return WebAssembly.compileStreaming(new Response(chunks, { headers: { "Content-Type": "application/wasm" } }));
    }

    const kilobytes = (bytes) => Math.round(bytes / 1000);

    // Some hosts answer with a page where a file is missing, and call that a success.
    function requireWasm(name, bytes, type) {
        const magic = String.fromCharCode(...bytes.subarray(0, 4));
        if (magic === "" || !"\0asm".startsWith(magic)) {
            throw new Failure(`${name} is not WebAssembly: the server sent something else under that name (${type}).`);
        }
        if (!type.startsWith("application/wasm")) {
            console.warn(`${name} is served as ${type}; application/wasm would be right`);
        }
    }

    class Failure extends Error {
        constructor(sentence, details) {
            super(sentence);
            this.details = details;
        }
    }

    async function start() {
        if (spoken) speak(spoken);
        const reason = whyNot();
        if (reason) throw new Failure(reason);

        decodeAhead();
        tell("Loading", 0);
        const module = await compiled(WASM, Number(document.documentElement.dataset.wasmBytes));
        const rest = Number(document.documentElement.dataset.restBytes) > 0 ? loadRest() : null;
        tell("Starting");

        miniquad_add_plugin({
            name: "footpath",
            version: 1,
            register_plugin: ({ env }) => {
                Object.assign(env, imports);
                serveFiles(env);
                copyAtOnce(env);
                nameKeysRightly();
                surviveLosses(env);
            },
        });
        register_plugins(plugins);

        const imported = WebAssembly.Module.imports(module).filter((wanted) => wanted.module === "env");
        const unknown = imported.filter((wanted) => !(wanted.name in importObject.env));
        if (unknown.length > 0) {
            const names = unknown.map((wanted) => wanted.name).join(", ");
            throw new Failure("This page and the game are not from the same build. Loading the page again may help.", `missing: ${names}`);
        }
        const instance = await WebAssembly.instantiate(module, { ...importObject, later: placeholders });
        wasm_memory = instance.exports.memory;
        wasm_exports = instance.exports;
        if (rest !== null && needsAll()) join(module, await rest);
        else rest?.then((whole) => join(module, whole)).catch(failWith);
        init_plugins(plugins);
        await beginTab();
        instance.exports.main();
    }

    // ---- Level files ----

    element("file").addEventListener("change", async (event) => {
        await giveFiles([...event.target.files]);
        event.target.value = "";
        game.focus();
    });

    // The loader's own way would cut names with letters outside ASCII.
    window.addEventListener("drop", (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (footpath.started !== null) giveFiles([...event.dataTransfer.files]);
    }, { capture: true });

    // To the game, all at once, by the way that the loader takes for dropped files.
    async function giveFiles(files) {
        // A folder cannot be read; the game says so of what is empty.
        const contents = await Promise.all(files.map((file) => file.arrayBuffer().catch(() => new ArrayBuffer(0))));
        const copy = (content) => {
            const address = wasm_exports.allocate_vec_u8(content.length);
            new Uint8Array(wasm_memory.buffer, address, content.length).set(content);
            return [address, content.length];
        };
        newFiles = files.map(({ name }, index) => ({ name, content: contents[index] }));
        wasm_exports.on_files_dropped_start();
        files.forEach(({ name }, index) => {
            wasm_exports.on_file_dropped(...copy(new TextEncoder().encode(name)), ...copy(new Uint8Array(contents[index])));
        });
        wasm_exports.on_files_dropped_finish();
    }

    // ---- Keyboards of phones, and input methods ----

    // A phone shows its keyboard for a field of the page alone, and only where a finger was the reason: a finger on a text
    // field of the game gives the focus to this one, which nobody sees. An input method, by which Chinese is written, writes
    // into such a field alone too: where there is a mouse, it has the focus as long as a text field of the game has. What is
    // typed into it, by whatever means, is the difference to what it held before, and goes to the game as letters and as
    // backspaces. There is always something to be deleted in it, so that the backspace of an empty field of the game is one too.
    const FILLING = "\u200b".repeat(32);
    let typed = FILLING;

    function refill() {
        typing.value = typed = FILLING;
        typing.setSelectionRange(FILLING.length, FILLING.length);
    }

    // What nobody sees is not read out either.
    for (const kind of ["focus", "blur"]) typing.addEventListener(kind, () => (typing.ariaHidden = kind === "blur"));

    // To the field of the page while a text field of the game has the focus, which is where that is, or to the game.
    function giveFocus(area) {
        const holder = document.activeElement;
        if (area) Object.assign(typing.style, { left: `${area[0]}px`, top: `${area[1]}px`, height: `${area[3]}px` });
        if (!area && holder === typing) game.focus();
        if (area && holder === game && !matchMedia("(pointer: coarse)").matches) {
            refill();
            typing.focus({ preventScroll: true });
        }
    }

    game.addEventListener("touchend", ({ changedTouches: [finger] }) => {
        const corner = game.getBoundingClientRect();
        const [x, y] = [finger.clientX - corner.x, finger.clientY - corner.y];
        const isHit = ([left, top, width, height]) => x >= left && x < left + width && y >= top && y < top + height;
        if (!textFields.some(isHit)) return;
        // A keyboard that was put away comes back for a new focus only.
        typing.blur();
        refill();
        typing.focus({ preventScroll: true });
    });

    function pressKey(code) {
        wasm_exports.key_down(into_sapp_keycode(code), 0, false);
        wasm_exports.key_up(into_sapp_keycode(code), 0);
    }

    typing.addEventListener("input", (event) => {
        const [before, now] = [Array.from(typed), Array.from(typing.value)];
        const same = before.findIndex((letter, place) => letter !== now[place]);
        const kept = same < 0 ? before.length : same;
        before.slice(kept).forEach(() => pressKey("Backspace"));
        now.slice(kept).forEach((letter) => wasm_exports.key_press(letter.codePointAt(0)));
        typed = typing.value;
        if (!event.isComposing && now.length < FILLING.length / 2) refill();
    });

    // A key that no input method has taken is the game's, by the loader's own way; the field would move its caret by some.
    const KEYS_BESIDE_LETTERS = ["Enter", "Escape", "Tab", "Backspace", "Delete", "Home", "End", "ArrowLeft", "ArrowRight",
        "ArrowUp", "ArrowDown", "PageUp", "PageDown"];
    const isTaken = (event) => event.isComposing || event.keyCode === 229;
    typing.addEventListener("keydown", (event) => {
        if (isTaken(event)) return;
        const isBeside = KEYS_BESIDE_LETTERS.includes(event.key);
        if (isBeside) event.preventDefault();
        if (event.code) game.onkeydown(event);
        // Android tells of such a key by its name alone.
        else if (isBeside) pressKey(event.key);
    });
    typing.addEventListener("keypress", (event) => {
        event.preventDefault();
        game.onkeypress(event);
    });
    typing.addEventListener("keyup", (event) => game.onkeyup(event));

    // ---- What the browser would otherwise do ----

    game.addEventListener("contextmenu", (event) => event.preventDefault());

    // A button let go outside the window is told to the game all the same.
    game.addEventListener("pointerdown", (event) => {
        if (event.pointerType === "mouse") game.setPointerCapture(event.pointerId);
    });

    // These shortcuts are the game's too: in a text field select all, copy, cut, paste; undo; the list of commands; groups of agents. The loader would
    // not tell it that Cmd is held. The browser goes on to its own paste, from which the loader hands the text to the game.
    const SHORTCUTS = /^(Key[ACEKSVXYZ]|Digit\d)$/;
    function passShortcut(event) {
        const code = printedCode(event);
        if (footpath.started === null || event.altKey || !SHORTCUTS.test(code)) return;
        if (code !== "KeyV") event.preventDefault();
        wasm_exports.key_down(into_sapp_keycode(event.code), SAPP_MODIFIER_CTRL, event.repeat);
    }

    // The loader keeps Space, the arrows and F1 to F10 from the browser. These it leaves; they would scroll or search.
    const KEYS_OF_THE_GAME = ["PageUp", "PageDown", "Home", "End", "Slash", "Quote"];
    window.addEventListener("keydown", (event) => {
        // Tab leaves the game from its last widget, Shift+Tab from its first one.
        const leaves = event.code === "Tab" && (event.shiftKey ? stops.before : stops.after) === 0;
        // With Shift a shortcut of the game is another one, so that the game has to know of it.
        const browsers = (event.ctrlKey || event.metaKey) && event.key !== "Shift" || ["F5", "F11"].includes(event.code) || leaves;
        if (browsers && [game, typing].includes(event.target)) {
            event.stopPropagation();
            passShortcut(event);
        } else if (event.target !== typing && !element("link").open && KEYS_OF_THE_GAME.includes(event.code)) event.preventDefault();
    }, { capture: true });

    // What the browser must still be able to give, in pages of 64 KiB: a game that cannot get even 16 MiB has stopped for that.
    const PAGES = 256;

    // Where memory is used up, the game stops without a word.
    function isMemoryUsedUp(error) {
        if (!(error instanceof WebAssembly.RuntimeError)) return false;
        try {
            wasm_memory.grow(PAGES);
            return false;
        } catch {
            return true;
        }
    }

    // After a panic the game's own words come first, through footpath_fail, and this adds nothing.
    const failWith = (error) => {
        if (error instanceof Failure) fail(error.message, error.details);
        else if (isMemoryUsedUp(error)) fail("The game needs more memory than the browser gives it. A smaller level needs less.");
        else fail("The game stopped unexpectedly.", String(error));
    };
    window.addEventListener("error", (event) => failWith(event.error || event.message));
    window.addEventListener("unhandledrejection", (event) => failWith(event.reason));

    // The game plays what the address says from its beginning.
    window.addEventListener("popstate", () => location.reload());

    element("again").addEventListener("click", () => location.reload());

    if (typeof miniquad_add_plugin === "function") start().catch(failWith);
})();
