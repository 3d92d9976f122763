// The engine of this server in a worker of the page: whether it is there, and its answers.
import {find} from "./api.mjs";
import {canonical} from "./audit-chain.mjs";

const workerAddress = new URL("./engine-worker.mjs", import.meta.url).href;

/** The one address that may become a worker (Trusted Types). */
const policy = globalThis.trustedTypes?.createPolicy("waymark-worker", {
    createScriptURL(address) {
        if (address !== workerAddress) throw new TypeError(address);
        return address;
    },
});

/** The paths of the engine's loader and module, or undefined where the server has none. */
export async function engineFiles(signal) {
    const files = (await find("/v1/engine", {signal, quiet: true}))?.data.files ?? [];
    const path = name => files.find(file => file.name === name)?.path;
    const found = {loader: path("waymark.mjs"), module: path("waymark-engine.wasm")};
    return found.loader && found.module ? found : undefined;
}

/** The engine's answers to all questions: `{name, address, context, at}` about `sources` of `{name, path, isDraft, app}`. */
export function ask(files, sources, questions, signal) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(policy ? policy.createScriptURL(workerAddress) : workerAddress, {type: "module"});
        const end = action => value => {
            worker.terminate();
            action(value);
        };
        signal.addEventListener("abort", end(() => reject(signal.reason)));
        worker.addEventListener("message", end(({data}) => data.failure === undefined ? resolve(data.answers) : reject(new Error(data.failure))));
        worker.addEventListener("error", end(event => reject(new Error(event.message ?? ""))));
        worker.postMessage({...Object.fromEntries(Object.entries(files).map(([key, path]) => [key, new URL(path, location.href).href])), sources, questions});
    });
}

/** Whether both say the same; the explanation and, for a draft, the number of the release do not count. */
export function agree(one, other, isDraft) {
    const plain = ({explanation, version, ...rest}) => canonical(isDraft ? rest : {...rest, version});
    return plain(one) === plain(other);
}
