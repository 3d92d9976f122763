// Computes the expected result for each component of an address: the engine's result for the component as the
// departures rewrite it.
import { coded, codedPath, codedPattern, decoded, encoded, tokens, uncoded } from "./urlpattern-text.mjs";

export const special = new Set(["http", "https", "ws", "wss", "ftp", "file"]);
const patterns = new Map();

/**
 * Returns the groups of one component, or null if it does not match. `scheme` decides how paths and hosts are parsed;
 * without it they are parsed as those of web addresses. The value is matched inside an address that the parser does not
 * change.
 */
export function ask({ component, pattern, value, ignoreCase = false, scheme }) {
  const context = scheme === undefined ? {} : { protocol: scheme };
  const key = JSON.stringify([component, pattern, ignoreCase, scheme]);
  let compiled = patterns.get(key);
  if (!compiled) {
    if (patterns.size > 5000) patterns.clear();
    compiled = new URLPattern({ ...context, [component]: pattern }, { ignoreCase });
    patterns.set(key, compiled);
  }
  const start = scheme ?? "x";
  const address = {
    protocol: () => `${value}://h/`,
    hostname: () => `${start}://${value}/`,
    pathname: () => (value.startsWith("/") || value === "" ? `${start}://h${value}` : `${start}:${value}`),
    search: () => `${start}://h/?${value}`,
  }[component]();
  return compiled.exec(address)?.[component].groups ?? null;
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Applies the rewritings one after another; records the departures whose rewriting changes the engine's answer. */
function rewritten(question, rewritings, departs) {
  let answer = ask(question);
  for (const [number, rewriting] of rewritings) {
    const next = { ...question, ...rewriting(question) };
    if (same(next, question)) continue;
    const changed = ask(next);
    if (!same(changed, answer)) departs.add(number);
    [question, answer] = [next, changed];
  }
  return { question, answer };
}

export const sorted = (found) => found && Object.fromEntries(Object.entries(found).sort(([one], [other]) => (one < other ? -1 : 1)));

export const isAnyTail = (pathname) => /\/(\*|\{\*\})$/.test(pathname);

export function path(made, original, url, options, departs) {
  const isTail = isAnyTail(made.pathname) || /\/:\w+[*+]$/.test(made.pathname);
  const raw = codedPath(url.pathname).raw;
  const withoutSlash = (text) => (text.endsWith("/") && !options.strictSlash ? text.slice(0, -1) : text);
  const { question, answer } = rewritten(
    {
      component: "pathname", pattern: original.pathname, value: url.pathname, ignoreCase: options.ignoreCase,
      scheme: url.protocol.slice(0, -1),
    },
    [
      [1, () => ({ scheme: undefined, pattern: made.pathname })],
      [4, ({ pattern, value }) => ({ pattern: withoutSlash(pattern), value: withoutSlash(value) })],
      [3, ({ pattern, value }) => {
        const now = { pattern: codedPattern(pattern, raw, options.ignoreCase), value: codedPath(value).value };
        return now.pattern !== pattern || now.value !== value ? now : {};
      }],
      [9, ({ pattern }) => ({ pattern: pattern.replace(/(\/:\w+)([*+])$/, (_, name, sign) => name + (sign === "*" ? "(.*)?" : "(.*)")) })],
    ],
    departs,
  );
  if (answer === null) return null;
  const found = {};
  const isAny = question.pattern === "*";
  if (isAny) departs.add(11);
  const names = [...tokens(made.pathname)].filter(({ kind }) => kind === "name").map(({ text }) => text.slice(1));
  if (isAnyTail(made.pathname)) names.push("0");
  if (isTail) departs.add(8);
  for (const [index, name] of names.entries()) {
    const text = answer[name];
    if (isTail && index === names.length - 1) {
      found[name] = text === undefined ? [] : text.split("/").map((one) => uncoded(one, raw));
    } else found[name] = uncoded(text, raw);
  }
  return found;
}

export function opaque(made, original, url, options, departs) {
  const answer = ask({
    component: "pathname", pattern: made.pathname, value: url.pathname, ignoreCase: options.ignoreCase,
    scheme: url.protocol.slice(0, -1),
  });
  if (answer?.["0"] !== undefined) departs.add(10);
  return answer && {};
}

export function host(made, original, url, departs) {
  const isCustom = !special.has(url.protocol.slice(0, -1));
  const isAny = made.hostname === "*";
  const isPlain = (text) => text === "" || text.startsWith("[") || text === "*";
  const { answer } = rewritten(
    { component: "hostname", pattern: original.hostname, value: url.hostname, scheme: url.protocol.slice(0, -1) },
    [
      [1, ({ value }) => {
        if (!isCustom) return {};
        if (isPlain(made.hostname) || isPlain(value)) return { scheme: undefined, pattern: made.hostname };
        const folded = encoded(decoded(value) ?? value).replace(/[A-Z]/g, (one) => one.toLowerCase());
        // With this last label, a host is never read as an IPv4 address.
        return { scheme: undefined, pattern: made.hostname + ".zz", value: folded + ".zz" };
      }],
    ],
    departs,
  );
  if (answer === null) return null;
  const found = {};
  for (const [name, text] of Object.entries(answer)) {
    if (name === "0") departs.add(isAny ? 11 : 8);
    else found[name] = isCustom ? unfolded(uncoded(text, []), url.hostname) : text;
  }
  return found;
}

/** The pattern; the host of a custom scheme is coded, because URLPattern would convert it to Punycode. */
export function withCodedHost(pattern) {
  const isOwn = (scheme) => !special.has(scheme.replace(/[{}]/g, "").toLowerCase());
  const coding = (host) =>
    host
      .replace(/(?:%[0-9a-f]{2})+/gi, (hex) => decoded(hex) ?? hex)
      .replace(/['!$\u{80}-\u{10FFFF}]/gu, (one) => coded(one.codePointAt(0)));
  if (typeof pattern !== "string") {
    if (!isOwn(pattern.protocol ?? "") || pattern.hostname === undefined) return pattern;
    return { ...pattern, hostname: coding(pattern.hostname) };
  }
  const [, scheme, slashes, authority] = /^(:?[^:/\\]*)(:\\?\/\\?\/)([^\/?]*)/.exec(pattern) ?? [];
  if (authority === undefined || !isOwn(scheme)) return pattern;
  const start = scheme.length + slashes.length;
  return pattern.slice(0, start) + coding(authority) + pattern.slice(start + authority.length);
}

/** A captured text of a host with the letter case that it has in the address. */
function unfolded(text, hostname) {
  const whole = decoded(hostname) ?? hostname;
  const at = whole.toLowerCase().indexOf(text);
  return at < 0 ? text : whole.slice(at, at + text.length);
}

// Departures 2, 13 and 15 to 18.

/** The constraints of a search pattern: {name, test, value, capture, expression}; and whether it has empty items. */
function constraints(search) {
  if (search === "*" || search === "") return { asked: [], hasEmpty: search === "" };
  const items = [{ text: "" }];
  for (const { kind, text } of tokens(search)) {
    const last = () => items[items.length - 1];
    if (kind === "name") last().capture = text.slice(1);
    if (kind === "(") last().expression = text.slice(1, -1);
    if (kind !== "literal") continue;
    text.split("&").forEach((part, number) => (number ? items.push({ text: part }) : (last().text += part)));
  }
  const written = items.filter(({ text, capture }) => text || capture);
  const asked = written.map(({ text, capture, expression }) => {
    const isAbsent = text.startsWith("!");
    const [[name, value]] = new URLSearchParams("?" + (isAbsent ? text.slice(1) : text));
    const test = isAbsent ? "absent" : capture ? "capture" : text.includes("=") ? "equals" : "present";
    return { name, value, test, capture, expression };
  });
  return { asked, hasEmpty: written.length < items.length };
}

export function query(made, url, options, departs) {
  const raw = url.search.slice(1);
  const items = [...new URLSearchParams(url.search)];
  const names = raw === "" ? [] : raw.split("&").map((item) => [...new URLSearchParams("?" + item)][0]?.[0] ?? "");
  const { asked, hasEmpty } = constraints(made.search);
  const plain = ask({ component: "search", pattern: made.search, value: raw, ignoreCase: options.ignoreCase });
  let found = {};
  for (const { name, value, test, capture, expression } of asked) {
    const values = items.filter(([key]) => key === name).map(([, text]) => text);
    const fitting = expression === undefined ? values : values.filter((text) => new RegExp(`^(?:${expression})$`, "v").test(text));
    const holds = { absent: values.length === 0, present: values.length > 0, equals: values.includes(value), capture: fitting.length > 0 }[test];
    if (!holds) found = null;
    if (found && test === "capture") found[capture] = fitting[0];
  }
  delete plain?.["0"];
  if (same(sorted(found), sorted(plain))) return found;
  const taken = ({ name }) => items.find(([key]) => key === name)?.[1];
  const applies = {
    2: hasEmpty || !same(names, asked.map(({ name }) => name)),
    13: options.ignoreCase,
    15: asked.some((one) => one.test === "capture" && one.expression === undefined && taken(one) === ""),
    16: /[+%]/.test(raw) || /[+%]/.test(made.search),
    17: asked.some(({ name }) => names.filter((one) => one === name).length > 1),
    18: asked.some(({ test }) => test === "absent" || test === "present"),
  };
  for (const number of Object.keys(applies)) if (applies[number]) departs.add(Number(number));
  if (!Object.values(applies).includes(true)) throw new Error(`query ${made.search} on ${raw}: no departure applies`);
  return found;
}
