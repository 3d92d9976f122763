// Computes the expected results of a pattern with this engine's URLPattern: one JSON object per line in, one per line
// out.
//
// in:  {"pattern": text or init object, "stored": the spelling that Waymark stores, "base": text or null,
//       "ignoreCase": bool, "strictSlash": bool, "addresses": [text]}
// out: {"refused": true}, or {"answers": [{"expected": [captures or null for each alternative], "departs": [number],
//       "fits": [alternatives whose captures equal URLPattern's], "groups": URLPattern's captures or null}]}; an answer
//       can be {"error": text}, and {"failed": text} is an error in this script
//
// URLPattern first matches the unchanged pattern. Then each numbered departure that applies (RoutePattern.docc,
// Departures.md) rewrites its component, independent of any result, and URLPattern matches again. The last result is
// the one that Waymark must give; a departure counts if its rewriting changed the result.
import { createInterface } from "node:readline";
import { ask, host, isAnyTail, opaque, path, query, same, sorted, special, withCodedHost } from "./urlpattern-components.mjs";
import { alternatives } from "./urlpattern-text.mjs";

/** The kinds of an alternative's path: segments, an opaque text, or both for an object that allows both. */
function kinds(made, alternative) {
  const isText = typeof alternative === "string";
  const isOpaque = isText
    ? !/^(\*|:\w+|[^:/\\]+):\\?\/\\?\//.test(alternative) && made.hostname === "" && !made.pathname.startsWith("/")
    : !special.has(made.protocol) && /^[\w+.-]+$/.test(made.protocol) && ["", "*"].includes(made.hostname) &&
      ["", "*"].includes(made.port) && made.pathname !== "" && !made.pathname.startsWith("/");
  if (!isOpaque) return [segmented];
  return isText || made.pathname !== "*" ? [opaque] : [opaque, segmented];
}

function segmented(made, original, url, options, departs) {
  const at = host(made, original, url, departs);
  const below = at && path(made, original, url, options, departs);
  return below && { ...at, ...below };
}

const holds = (component, pattern, value) => ask({ component, pattern, value }) !== null;

function expectation({ made, original, kind }, url, options, departs) {
  const isOpaque = !url.pathname.startsWith("/") && !url.href.startsWith(url.protocol + "//");
  const scheme = url.protocol.slice(0, -1);
  if (!holds("protocol", made.protocol, scheme)) return null;
  if (made.port !== "*" && made.port !== url.port) return null;
  const refuses = [
    [6, url.username !== "" || url.password !== ""],
    [10, isOpaque !== (kind === opaque)],
    [19, url.href.length > 8192 || url.pathname.replace(/\/$/, "").split("/").length > 65],
  ].filter(([, applies]) => applies);
  const found = kind(made, original, url, options, departs);
  const items = query(made, url, options, departs);
  if (refuses.length > 0) {
    for (const [number] of refuses) departs.add(number);
    return null;
  }
  if (!/^[\w+.-]+$/.test(made.protocol)) departs.add(11);
  if (made.port === "*") departs.add(11);
  return found && items && { ...found, ...items };
}

/** URLPattern's groups, without those of components that the author did not write. */
function groups(result, made, alternative) {
  if (result === null) return null;
  const isWritten = (component) =>
    typeof alternative === "string"
      ? component !== "search" && (component !== "pathname" || !made.pathname.startsWith("*") || made.hostname === "")
      : alternative[component] !== undefined;
  const found = {};
  for (const component of ["protocol", "hostname", "port", "pathname", "search"]) {
    for (const [name, value] of Object.entries(result[component].groups)) {
      if (value === undefined) continue;
      if (name !== "0") found[name] = value;
      else if (component === "pathname" && isAnyTail(made.pathname)) found["0"] = value;
      else if (isWritten(component)) found[`${component}.0`] = value;
    }
  }
  return sorted(found);
}

const make = (pattern, options) => new URLPattern(pattern, { ignoreCase: options.ignoreCase });

function tried(pattern, options) {
  try {
    return make(pattern, options);
  } catch {
    return null;
  }
}

/** Whether the pattern's host is an IP address in a spelling that no parsed address has (departure 14). */
function isNumberSpelled(pattern) {
  const name = pattern.hostname.replaceAll("\\", "");
  const parsed = URL.canParse(`https://${name}/`) ? new URL(`https://${name}/`).hostname : name;
  return parsed !== name && /^[\d.]+$|^\[/.test(parsed);
}

/** The pattern's path as parsed under a web scheme; null if nothing follows the authority. */
function webPath(pattern) {
  if (typeof pattern !== "string") {
    return pattern.pathname === undefined ? null : new URLPattern({ pathname: pattern.pathname }).pathname;
  }
  const rest = /^:?[^:/\\]*:\\?\/\\?\/(?:[^\/?\\]|\\[^\/?])*(\\?\/.*)/s.exec(pattern)?.[1];
  return rest === undefined ? null : new URLPattern("https://h.example" + rest).pathname;
}

/** Whether a plain capture is stored as `[^\\/]+`: in custom schemes URLPattern's matches slashes (departure 1). */
const isSegmentSpelled = (pattern, url) =>
  !special.has(url.protocol.slice(0, -1)) && pattern.pathname.includes("[^\\/]+");

function answers({ base, addresses, ...question }) {
  const options = { ignoreCase: question.ignoreCase, strictSlash: question.strictSlash };
  // A path without a host is prefixed with the origin. (With a base, URLPattern would parse a scheme before any
  // `\\:`.)
  const origin = base?.replace(/\[.*\]/, (host) => host.replaceAll(":", "\\:")) ?? "";
  const [pattern, stored] = [question.pattern, question.stored ?? question.pattern].map((one) =>
    typeof one === "string" ? origin + one : one,
  );
  const whole = tried(stored, options);
  const author = same(stored, pattern) ? null : tried(pattern, options);
  if (!whole) return { refused: true };
  if (addresses.length === 0) return { answers: [] };
  const texts = alternatives(stored);
  const choices = texts.map((one) => make(one, options));
  const shapes = texts.flatMap((text, index) => {
    const { protocol, hostname, port, search } = make(withCodedHost(text), options);
    const made = { protocol, hostname, port, search, pathname: webPath(text) ?? choices[index].pathname };
    return kinds(choices[index], text).map((kind) => ({ made, original: choices[index], kind }));
  });
  return {
    answers: addresses.map((address) => {
      if (!URL.canParse(address)) return { error: "no address" };
      const url = new URL(address);
      const departs = new Set();
      const result = groups(whole.exec(address), whole, stored);
      const plain = choices.map((one, index) => groups(one.exec(address), one, texts[index]));
      if ((result !== null) !== plain.some((one) => one !== null)) {
        // Under a custom scheme, the engine's encoding of a text depends on its beginning, so braces change it.
        if (special.has(url.protocol.slice(0, -1))) return { error: "the choices of groups are not the pattern" };
        departs.add(1);
      }
      const expected = shapes.map((shape, index) => {
        const own = new Set();
        const found = sorted(expectation(shape, url, options, own));
        // A departure counts if it changes the result; departures about captures count only if there are captures.
        if (shapes.length === plain.length && same(found, plain[index])) own.clear();
        for (const number of own) if (found || ![8, 11].includes(number)) departs.add(number);
        return found;
      });
      if (author && !same(groups(author.exec(address), author, pattern), result)) {
        const number = isNumberSpelled(author) ? 14 : isSegmentSpelled(author, url) ? 1 : null;
        if (number === null) return { error: "what is stored means something else to URLPattern" };
        departs.add(number);
      } else if (!departs.has(1) && expected.every((one, index) => same(one, plain[index] ?? null))) departs.clear();
      else if (departs.size === 0) return { error: `no departure explains ${JSON.stringify([expected, plain])}` };
      const fits = plain.flatMap((one, index) => (result && same(one, result) ? [index] : []));
      return { expected, departs: [...departs].sort((one, other) => one - other), fits, groups: result };
    }),
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === "") continue;
  let answer;
  try {
    answer = answers(JSON.parse(line));
  } catch (error) {
    answer = { failed: String(error.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
