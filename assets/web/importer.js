// Makes levels of files of other programs for the page, and moving pictures, beside the game: in a worker, so that nothing stands
// still meanwhile, and with a wasm that is loaded when it is first needed. It is told { files } or { request }, and answers with
// bytes; or { picture }, the next of a film, and answers with { taken }; or { film }, its name, and answers with { film, bytes }.
"use strict";

const loaded = (async () => {
    const response = await fetch("importer.wasm");
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return instance.exports;
})();
loaded.catch(() => {});

function refuse(words) {
    const bytes = new TextEncoder().encode(words);
    postMessage(new Uint8Array([0, ...bytes]));
}

// Messages are taken one after the other, also while the wasm is on its way.
let turn = Promise.resolve();
onmessage = ({ data: { files, request, picture, film } }) => {
    turn = turn.then(async () => {
        const wasm = await loaded.catch((error) => error);
        if (wasm instanceof Error && picture) return postMessage({ taken: false });
        if (wasm instanceof Error) return request && refuse(`importer.wasm did not load: ${wasm.message}`);
        const copy = (content) => {
            const address = wasm.allocate(content.length);
            new Uint8Array(wasm.memory.buffer, address, content.length).set(content);
            return [address, content.length];
        };
        try {
            if (files) {
                wasm.forget_files();
                for (const { name, content } of files) {
                    const parts = [new TextEncoder().encode(name), new Uint8Array(content)].map(copy);
                    wasm.add_file(...parts.flat());
                }
            }
            if (picture) {
                const [address, length] = copy(picture.pixels);
                const taken = wasm.add_picture(picture.width, picture.height, address, length, picture.delay) === 1;
                postMessage({ taken });
            }
            if (film) {
                const length = wasm.end_picture();
                postMessage({ film, bytes: new Uint8Array(wasm.memory.buffer, wasm.answer(), length).slice() });
            }
            if (request) {
                const length = wasm.make_preview(...copy(request));
                postMessage(new Uint8Array(wasm.memory.buffer, wasm.answer(), length).slice());
            }
        } catch (error) {
            if (picture) postMessage({ taken: false });
            if (request) refuse(`this map cannot be read: ${error.message}`);
        }
    });
};
