// Who uses the console, and what they may do. The token is sent once and never kept in the page.
import {Problem, send, sessionBegan, sessionPath, sessions} from "./api.mjs";

let current;

/** The caller: name, role, apps ("all" or a list), and `may`, the operations that they may use. */
export const person = () => current;

export const may = (...operations) => operations.every(name => current?.may?.includes(name));

const quiet = {quiet: true, renew: false, doubts: false};

/** The session that the browser's cookie stands for, or undefined. */
export async function resume() {
    try {
        const answer = await send("GET", sessionPath, quiet);
        current = answer.status === 204 ? undefined : await described(answer);
    } catch (problem) {
        if (!(problem instanceof Problem) || problem.status !== 401) throw problem;
        current = undefined;
    }
    return current;
}

/** The person whom a proxy in front of the server names, or undefined; no session begins. */
export const proxiedPerson = async () => (await send("GET", "/console/person", quiet)).data?.person ?? undefined;

/** Makes a session from a token, from a one-time code, or as the person whom a proxy names. */
export async function signIn(proof) {
    current = await described(await send("POST", sessionPath, {...quiet, body: proof}));
    sessionBegan();
    tell();
    return current;
}

/** Ends the session; one that has ended already is no problem. */
export async function signOut() {
    const before = current;
    // The server ends the session before its answer is here: that others are refused meanwhile is no news.
    current = undefined;
    try {
        await send("DELETE", sessionPath, quiet);
    } catch (problem) {
        if (problem.status !== 401) {
            current = before;
            throw problem;
        }
    }
    tell();
}

let others;
/** Milliseconds between two looks of a tab that people come back to. */
const pause = 10_000;

function channel() {
    others ??= globalThis.BroadcastChannel ? new BroadcastChannel("waymark.session") : undefined;
    return others;
}

/** Other tabs look for themselves what the session is now. */
const tell = () => channel()?.postMessage("changed");

/**
 * Who has the session now: their id, or undefined for none. Fails if the server cannot be reached. It does not ask at `sessionPath`,
 * whose refusal removes the cookie: a late one would remove that of the next session.
 */
async function look() {
    try {
        return (await send("GET", "/v1/whoami", quiet)).data.id;
    } catch (problem) {
        if (problem.status !== 401) throw problem;
        return undefined;
    }
}

/**
 * Watches the session, which all tabs of a browser have together. `onEnd()` runs when it has ended, `onAgain()` when the same person has
 * one again, `onOther()` when another person has it. `check()` of the result looks now.
 */
export function watchSession({onEnd, onAgain, onOther}) {
    const mine = current.id;
    let last = 0;
    /** The number of the session that has ended; the next one is not that. */
    let ended;
    const check = async () => {
        last = Date.now();
        const session = sessions;
        let id;
        // While the server cannot be reached nothing is known of the session; what people do next says so.
        try { id = await look(); } catch { return; }
        // The person has signed out or in in this tab meanwhile, so this is no news of the session.
        if (!current || session !== sessions) return;
        const before = ended === sessions;
        ended = id === undefined ? sessions : undefined;
        if (id === undefined) {
            if (!before) onEnd();
        } else if (id !== mine) {
            onOther();
        } else if (before) {
            sessionBegan();
            onAgain();
        }
    };
    document.addEventListener("visibilitychange", () => {
        if (!document.hidden && Date.now() - last > pause) check();
    });
    if (channel()) channel().onmessage = check;
    return {
        check,
        /** A request of this tab was refused for want of a session; the other tabs look, too. */
        ended() {
            ended = sessions;
            tell();
        },
    };
}

/** The description may stand in the answer itself; else the server is asked who the caller is. */
async function described({data}) {
    return data?.may ? data : (await send("GET", "/v1/whoami", quiet)).data;
}
