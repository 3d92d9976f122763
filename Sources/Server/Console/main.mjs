// Starts the console: the session, the frame, then the screen of the address.
import {onDoubt, onSessionEnd} from "./api.mjs";
import {language, t} from "./language.mjs";
import {fill, h} from "./dom.mjs";
import {problemBox} from "./problem.mjs";
import {resume, signIn, watchSession} from "./session.mjs";
import {start} from "./router.mjs";
import {makeFrame} from "./frame.mjs";
import {askAgain, otherPerson, signInScreen, signedInElsewhere, wantsLink} from "./sign-in.mjs";
import {checkVersion, watchVersion} from "./version.mjs";

document.documentElement.lang = language === "zh" ? "zh-Hans" : language;

/** The one-time code of a sign-in link, which leaves the address at once. */
function takeCode() {
    const code = location.hash.slice(1);
    if (code === "") return undefined;
    history.replaceState(history.state, "", location.pathname + location.search);
    return code;
}

/** Signs in with a link; the session of another token ends only if the person agrees. */
async function useLink(code, before) {
    let hasAgreed = false;
    if (before) {
        if (!await wantsLink(before)) return before;
        hasAgreed = true;
    }
    try {
        return await signIn({code});
    } catch (problem) {
        if (problem.kind !== "other-session") throw problem;
        // Another tab may have signed in since.
        const other = hasAgreed ? undefined : await resume();
        if (other && !await wantsLink(other)) return other;
        return signIn({code, replace: true});
    }
}

/** Milliseconds until modules that could not be loaded are asked for again. */
const pause = 5000;

/** Loads what works with keys alone; without the server the page goes on, and gets it later. */
function loadKeys() {
    Promise.all([import("./palette.mjs"), import("./keys.mjs")]).then(([{startPalette}]) => startPalette(), () => {
        checkVersion();
        setTimeout(loadKeys, pause);
    });
}

async function begin() {
    const code = takeCode();
    let person = await resume();
    let problem;
    if (code) {
        try {
            person = await useLink(code, person);
        } catch (refusal) {
            problem = refusal;
        }
    }
    if (!person || problem) await signInScreen(problem, person);
    const ask = () => askAgain().catch(() => {}); // Who closes the dialog is asked again by the next request.
    const session = watchSession({onEnd: ask, onAgain: signedInElsewhere, onOther: otherPerson});
    onDoubt(session.check);
    onSessionEnd(() => {
        session.ended();
        return askAgain();
    });
    // A link that is opened in a page of the console changes nothing but the address.
    addEventListener("hashchange", () => { if (location.hash.length > 1) location.reload(); });
    const frame = makeFrame();
    watchVersion(frame.news);
    await start(frame);
    loadKeys();
}

try {
    await begin();
} catch (error) {
    document.title = t("product");
    fill(document.body, h("main", {class: "alone"}, h("h1", {}, t("product")), problemBox(error, () => location.reload())));
}
