// The sign-in: a screen of its own at first, and a dialog over the page when a session ends, so that no text is lost.
import {fill, h, quoted, unique} from "./dom.mjs";
import {choose, language, languages, parts, t} from "./language.mjs";
import {problemBox} from "./problem.mjs";
import {person, proxiedPerson, signIn} from "./session.mjs";

/** Offers to go on as the person whom a proxy in front of the server names; where there is none, nothing is shown. */
async function offer(place, done) {
    try {
        const person = await proxiedPerson();
        if (!person) return;
        const trouble = h("div");
        const button = h("button", {type: "button", class: "primary", async onclick() {
            button.disabled = true;
            try {
                await signIn({origin: "proxy"});
                done();
            } catch (refusal) {
                fill(trouble, problemBox(refusal));
            } finally {
                button.disabled = false;
            }
        }}, t("signIn.continue", {name: person.name}));
        fill(place, trouble, h("p", {}, button), h("p", {class: "hint"}, t("signIn.orToken")));
    } catch (refusal) {
        // Such as a person whose groups may do nothing here: a token is still possible.
        fill(place, problemBox(refusal));
    }
}

/** The form; `done` is called when a session exists. */
function form(done, problem) {
    const id = unique("token");
    const trouble = h("div", {}, problem ? problemBox(problem) : undefined);
    const offered = h("div");
    offer(offered, done);
    const field = h("input", {
        id, type: "password", autocomplete: "off", required: true, spellcheck: "false", autocapitalize: "none",
        placeholder: "wmk_…", "aria-describedby": `${id}-hint`,
    });
    const button = h("button", {type: "submit", class: "primary"}, t("signIn.button"));
    return h("form", {class: "stack", async onsubmit(event) {
        event.preventDefault();
        button.disabled = true;
        try {
            await signIn({token: field.value.trim()});
            field.value = "";
            done();
        } catch (refusal) {
            fill(trouble, problemBox(refusal));
            field.select();
        } finally {
            button.disabled = false;
        }
    }}, offered, h("label", {for: id}, t("signIn.token")), field,
    h("p", {class: "hint", id: `${id}-hint`}, t("signIn.hint")), trouble, h("p", {}, button));
}

/** Buttons for the other languages. */
export const languageButtons = () => languages.filter(name => name !== language).map(name =>
    h("button", {type: "button", class: "quiet", lang: name, onclick: () => choose(name)}, t(`language.${name}`)));

/** A page of its own, without the frame. */
function alone(title, ...content) {
    document.title = title;
    fill(document.body,
        h("main", {class: "alone"}, h("p", {class: "brand"}, t("product")), h("h1", {}, title), content),
        h("div", {id: "said", class: "unseen", "aria-live": "polite"}));
}

const stay = (person, done) => h("button", {type: "button", onclick: done}, t("signIn.stay", {name: person.name}));

/** Fills the page with the sign-in, until there is a session; `person` is who has one, and may stay. */
export function signInScreen(problem, person) {
    return new Promise(done => {
        alone(t("signIn.title"), h("p", {class: "lead"}, t("signIn.lead")), form(done, problem), person ? h("p", {}, stay(person, done)) : undefined,
            h("p", {class: "small"}, languageButtons()));
        document.querySelector("input")?.focus();
    });
}

/** Asks a person who has a session whether the sign-in link is to replace it; until then the link is not used. */
export function wantsLink(person) {
    return new Promise(done => {
        alone(t("signIn.link"), h("p", {class: "lead"}, parts("signIn.linkText", {name: quoted(person.name, "strong")})),
            h("p", {class: "buttons"}, h("button", {type: "button", class: "primary", onclick: () => done(true)}, t("signIn.linkUse")), stay(person, () => done(false))));
        document.querySelector("button")?.focus();
    });
}

let asking;
let isAgain = () => {};

/** Asks for a sign-in over the page; several requests that were refused wait for the same one. */
export function askAgain() {
    // A person who signs out is not asked.
    if (!person()) return Promise.reject(new DOMException("", "AbortError"));
    const before = person().id;
    asking ??= new Promise((resolve, reject) => {
        const id = unique("again");
        const end = (action, value) => {
            asking = undefined;
            dialog.remove();
            action(value);
        };
        // The page and what waits in it belong to the person of before.
        const done = () => person().id === before ? end(resolve) : otherPerson();
        isAgain = () => end(resolve);
        const dialog = h("dialog", {"aria-labelledby": id, oncancel(event) {
            if (event.target === dialog) end(reject, new DOMException("", "AbortError"));
        }}, h("h2", {id}, t("signIn.ended")), h("p", {}, t("signIn.kept")), form(done));
        document.body.append(dialog);
        dialog.showModal();
    });
    return asking;
}

/** Goes on with what waits for a sign-in: another tab has signed the same person in. */
export const signedInElsewhere = () => { if (asking) isAgain(); };

/** Another person has the session now: the page stays readable, and can do nothing but show what that person may see. */
export function otherPerson() {
    if (document.querySelector("dialog.other-person")) return;
    const id = unique("other");
    const dialog = h("dialog", {"aria-labelledby": id, class: "other-person", oncancel: event => event.preventDefault()}, h("h2", {id}, t("signIn.other")), h("p", {}, t("signIn.otherText")),
        h("p", {class: "buttons"}, h("button", {type: "button", class: "primary", onclick: () => location.reload()}, t("signIn.otherShow"))));
    document.body.append(dialog);
    dialog.showModal();
}
