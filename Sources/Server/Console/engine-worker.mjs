// Runs in a worker: resolves addresses with the engine that the server has for browsers, so that the page can compare its answers.

/** The body of a release as it is served, or that of the draft. */
async function open(waymark, {path, isDraft, app}) {
    const answer = await fetch(path, {credentials: "same-origin"});
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (!isDraft) return waymark.open(new Uint8Array(await answer.arrayBuffer()));
    const {settings, rules} = await answer.json();
    return waymark.open(waymark.freeze(JSON.stringify({settings, rules}), {app}));
}

addEventListener("message", async ({data: {loader, module, sources, questions}}) => {
    try {
        const {Waymark} = await import(loader);
        const waymark = await Waymark.load(fetch(module));
        const releases = new Map();
        for (const source of sources) releases.set(source.name, await open(waymark, source));
        postMessage({answers: questions.map(({name, address, context, at}) => {
            const release = releases.get(name);
            return release ? release.resolve(address, context, {at}) : undefined;
        })});
    } catch (error) {
        postMessage({failure: String(error.message ?? error)});
    }
});
