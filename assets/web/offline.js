// Has the page start without a network once it was loaded with one. Whatever the page asks for comes from the network, and is
// kept; where that does not answer, what was kept before answers. So whoever has a network always has the newest.
"use strict";

// All that the game may ask for later; the list is filled in where the site is put together.
const FILES = {files};
const KEPT = "footpath";

const plain = (url) => url.replace(/[?#].*/, "");

addEventListener("install", (event) => {
    // What the page has just loaded comes from the browser's own cache, not over the network a second time.
    const requests = FILES.map((file) => new Request(file, { cache: "force-cache" }));
    event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(requests)));
});

addEventListener("activate", (event) => event.waitUntil(clients.claim()));

async function answer(request) {
    const kept = await caches.open(KEPT);
    try {
        const response = await fetch(request);
        if (response.status === 200) await kept.put(plain(request.url), response.clone()).catch(() => {});
        return response;
    } catch (error) {
        const before = await kept.match(plain(request.url));
        if (before === undefined) throw error;
        return before;
    }
}

addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});
