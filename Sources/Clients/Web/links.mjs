// Resolves the links that a person follows in a page.

/** Sends a screen to the app around a web view: WKScriptMessageHandler, or an object of Android's WebView, of that name. */
export function bridge(name) {
    return resolution => {
        const apple = globalThis.webkit?.messageHandlers?.[name];
        if (apple) apple.postMessage(resolution);
        else globalThis[name].postMessage(JSON.stringify(resolution));
    };
}

export function linkInterceptor(document, {client, onScreen, onBlocked, context}) {
    function onClick(event) {
        if (event.defaultPrevented || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        const link = event.composedPath().find(node => node.localName === "a" || node.localName === "area");
        // An SVG link's href is an object, and a fragment stays in the page.
        if (!link || typeof link.href !== "string" || !link.href || link.hasAttribute("download")) return;
        if ((link.target && link.target !== "_self") || link.getAttribute("href").startsWith("#")) return;
        // The browser follows a link only if an answer says so: whatever fails before, a blocked link opens nothing.
        let isFollowed = false;
        try {
            let given;
            // Without an answer of the page's function the client's context decides.
            try { given = context?.(); } catch (error) { console.error(error); }
            const resolution = client.resolve(link.href, {context: given});
            const {outcome, address} = resolution;
            if (outcome === "screen" && onScreen) onScreen(resolution, link);
            else if (outcome === "blocked") onBlocked?.(resolution, link);
            else if (outcome === "address" && address !== link.href) document.defaultView.location.assign(address);
            // Of `unmatched` and `failed` the browser follows the link itself (C7.3).
            else isFollowed = true;
        } finally {
            if (!isFollowed) event.preventDefault();
        }
    }
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
}
