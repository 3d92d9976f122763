// Who uses the console, and what they may do. The token is sent once and never kept in the page.
import {Problem, send} from "./api.mjs";

let current;

/** The caller: name, role, apps ("all" or a list), and `may`, the operations that they may use. */
export const person = () => current;

export const may = (...operations) => operations.every(name => current?.may?.includes(name));

const quiet = {quiet: true, renew: false};

/** The session that the browser's cookie stands for, or undefined. */
export async function resume() {
    try {
        const answer = await send("GET", "/console/session", quiet);
        current = answer.status === 204 ? undefined : await described(answer);
    } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
        current = undefined;
    }
    return current;
}

/** Makes a session from a token or from a one-time code. */
export async function signIn(secret) {
    current = await described(await send("POST", "/console/session", {...quiet, body: secret}));
    return current;
}

export async function signOut() {
    await send("DELETE", "/console/session", quiet);
    current = undefined;
}

/** The description may stand in the answer itself; else the server is asked who the caller is. */
async function described({data}) {
    return data?.may ? data : (await send("GET", "/v1/whoami", quiet)).data;
}
