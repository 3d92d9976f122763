// An instant as its age, with the exact time behind it.
import {h} from "./dom.mjs";
import {age, time} from "./language.mjs";

export const moment = text => h("time", {datetime: text, title: time(text)}, age(text));
