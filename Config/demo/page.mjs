// The page of `make demo`: resolves an address with the kept release, also while the server is off. It uses the client as
// any page would; only `fetch` is replaced, to count requests and to act as if there were no network.
const element = id => document.getElementById(id);
const make = (name, more, ...children) => {
    const node = Object.assign(document.createElement(name), more);
    node.append(...children);
    return node;
};
const {server, app, hasEngine} = await (await fetch("/demo.json")).json();
const examples = ["/m/42.html", "/timeline", "/feed", "/search/tea?from=mail", "/account/delete", "/nowhere"]
    .map(path => [path, `https://moments.example.com${path}`]);
examples.push(["moments://…/moment/7", "moments://moments.example.com/moment/7"]);

let isOff = false;
let answers;
let requests = 0;
let found = 0;

/** Sends a request, unless the button has switched the server off; remembers whether it was answered. */
async function send(...request) {
    if (isOff) throw new TypeError("the server is switched off");
    requests += 1;
    try {
        const answer = await fetch(...request);
        answers = true;
        return answer;
    } catch (error) {
        if (error.name !== "AbortError") answers = false;
        throw error;
    } finally {
        showState();
    }
}

const environment = {fetch: send};
let client;
/** The answer to an address, and where it was found. */
let ask;
if (hasEngine) {
    const {createClient} = await import("/waymark/client.mjs");
    client = createClient({server, app, updates: "events", environment});
    ask = async (address, context) => {
        const begun = performance.now();
        client.resolve(address, {context});
        const milliseconds = performance.now() - begun;
        return {resolution: client.resolve(address, {context, explain: true}), milliseconds};
    };
    client.onRelease(() => { showState(); resolve(); });
    // A stream that the server ends is no failure; a request says whether the server is still there.
    let seen = 0;
    setInterval(() => {
        if (client.counters.disconnections === seen) return;
        seen = client.counters.disconnections;
        client.refresh().catch(() => {});
    }, 500);
    navigator.serviceWorker?.register("/offline.js").catch(() => {});
} else {
    element("about").textContent = "The engine for browsers is not built, so each answer asks the server. Stop the demo, run “make wasm”, "
        + "and start it again: then this page answers by itself, also offline.";
    const [{channelOf}, {ask: askServer}] = await Promise.all([import("/waymark/channel.mjs"), import("/waymark/ask.mjs")]);
    const system = {now: () => Date.now(), timer: (run, time) => { const id = setTimeout(run, time); return () => clearTimeout(id); }};
    const channel = channelOf(server, app, "production", {...system, ...environment});
    ask = async (address, context) => {
        try {
            return {resolution: await askServer(channel, undefined, address, {context, at: Date.now(), explain: true}), isAsked: true};
        } catch (error) {
            const failure = {code: error.code, detail: "The server does not answer, and this page has no engine of its own."};
            return {resolution: {outcome: "failed", original: address, failure, parameters: {}, trail: []}};
        }
    };
}

function showState() {
    const state = isOff || answers === false ? "off" : answers ? "on" : "unknown";
    element("light").dataset.state = state;
    const release = client?.release;
    const kept = release ? ` Release ${release.version} of ${release.app} is kept here.` : "";
    if (isOff) element("state").textContent = `The server is switched off for this page.${kept}`;
    else if (answers === false) element("state").textContent = `The server at ${server} does not answer.${kept}`;
    else if (answers) element("state").textContent = `The server at ${server} answers.${kept}`;
    element("switch").textContent = isOff ? "Switch the server on" : "Switch the server off";
    element("counts").textContent = `Requests sent to the server: ${requests}. Answers found in this page: ${found}.`;
}

/** The context of the form; what is not known is left out. */
function context() {
    const fields = Object.fromEntries([...new FormData(element("question"))].filter(([name, value]) => name !== "address" && value));
    if (fields.signedIn) fields.signedIn = fields.signedIn === "true";
    return fields;
}

function headline({outcome, screen, transition, address, reason, failure}) {
    const [kind, name, more] = {
        screen: ["Screen", screen, transition && `shown with ${transition}`],
        address: ["Address", address], blocked: ["Blocked", reason], unmatched: ["No rule", "the app decides"],
        failed: ["No answer", failure?.code, failure?.detail],
    }[outcome];
    return [make("span", {textContent: kind}), make("strong", {textContent: name}), ...more ? [make("span", {textContent: more})] : []];
}

/** One step of the trail: the address, the rules that were tried, and where the winner leads. */
function step({address, candidates}, trail) {
    const taken = trail.find(({from}) => from === address);
    const rules = candidates.map(({rule, verdict, detail}) => {
        const isWinner = verdict === "won";
        const why = isWinner ? (taken?.to ? "matches, and leads on" : "matches") : detail;
        return make("li", {className: isWinner ? "won" : ""}, make("strong", {textContent: rule}), make("span", {className: "why", textContent: why}));
    });
    const list = rules.length ? make("ul", {}, ...rules) : make("span", {className: "why", textContent: "No rule has a pattern for it."});
    const item = make("li", {}, make("span", {className: "from", textContent: address}), list);
    if (taken?.to) item.append("→ ", make("span", {className: "to", textContent: taken.to}));
    return item;
}

let asked = 0;
async function resolve() {
    const number = asked += 1;
    const {resolution, milliseconds, isAsked} = await ask(element("address").value.trim(), context());
    if (number !== asked) return;
    if (milliseconds !== undefined && resolution.version) found += 1;
    const {outcome, parameters, trail, explanation = [], version} = resolution;
    element("outcome").dataset.outcome = outcome;
    element("outcome").replaceChildren(...headline(resolution));
    element("parameters").replaceChildren(...Object.entries(parameters).flatMap(([name, value]) =>
        [make("dt", {textContent: name}), make("dd", {textContent: typeof value === "string" ? value : JSON.stringify(value)})]));
    const where = isAsked ? "the server said so" : `found in this page in ${Math.max(milliseconds ?? 0, .01).toFixed(2)} ms, without a request`;
    element("source").textContent = version ? `Release ${version}: ${where}${isOff || answers === false ? ", while the server is off" : ""}.`
        : "There are no rules here yet.";
    element("trail").replaceChildren(...explanation.map(part => step(part, trail)));
    showState();
}

element("examples").replaceChildren(...examples.map(([label, address]) => make("button", {
    type: "button", textContent: label,
    onclick: () => { element("address").value = address; resolve(); },
})));
element("question").addEventListener("submit", event => { event.preventDefault(); resolve(); });
element("question").addEventListener("input", resolve);
element("switch").addEventListener("click", () => {
    isOff = !isOff;
    // The stream under way ends, and the next exchange is sent at once, with or without a network.
    client?.stop();
    client?.start();
    showState();
    resolve();
});
showState();
await resolve();
