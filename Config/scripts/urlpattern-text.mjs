// Works on patterns as text: splits them into tokens, lists the choices of optional groups, and codes texts without
// percent signs.

/** The tokens of a pattern in order: literal text, :name, (expression), *, braces and modifiers. */
export function* tokens(text) {
  let literal = "";
  for (let at = 0; at < text.length; ) {
    const name = /^:[\p{ID_Start}$_][\p{ID_Continue}$_\u200C\u200D]*/u.exec(text.slice(at));
    if (text[at] === "\\") {
      literal += text[at + 1] ?? "";
      at += 2;
    } else if (name || "(){}*+?".includes(text[at])) {
      if (literal) yield { kind: "literal", text: literal };
      literal = "";
      const end = text[at] === "(" ? closing(text, at) : at + (name ? name[0].length : 1);
      yield { kind: name ? "name" : text[at], text: text.slice(at, end), at };
      at = end;
    } else {
      literal += text[at++];
    }
  }
  if (literal) yield { kind: "literal", text: literal };
}

function closing(text, at) {
  for (let depth = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at + 1;
  }
  return text.length;
}

const spelled = (literal) => literal.replace(/[\\:*+?{}()]/g, "\\$&");

/** The pattern with each choice of its groups `{…}?`: present before absent, the leftmost group most significant. */
export function choices(text) {
  let open = -1;
  let closed = -1;
  for (const token of tokens(text)) {
    if (token.kind === "?" && token.at === closed + 1 && closed >= 0) {
      const [before, group] = [text.slice(0, open), text.slice(open, closed + 1)];
      // A question mark directly after the modifier begins the query, and must not become a modifier itself.
      const after = text.slice(token.at + 1).replace(/^\?/, "\\?");
      return [group, "{}"].flatMap((choice) => choices(after).map((rest) => before + choice + rest));
    }
    if (token.kind === "{") open = token.at;
    if (token.kind === "}") closed = token.at;
  }
  return [text];
}

export function alternatives(pattern) {
  if (typeof pattern === "string") return choices(pattern);
  return ["protocol", "hostname", "port", "pathname"].reduce(
    (made, key) =>
      pattern[key] === undefined
        ? made
        : made.flatMap((one) => choices(pattern[key]).map((choice) => ({ ...one, [key]: choice }))),
    [pattern],
  );
}

// A character that an address has percent-encoded, or that this code uses, is coded as its bits between quotes. No
// constraint and no text of a pattern matches this by chance. A segment that cannot be decoded is coded as a number
// above all Unicode code points.
export const coded = (code) => "'" + code.toString(2).replaceAll("0", "!").replaceAll("1", "$") + "'";
const isCoded = (code) => code <= 0x20 || code >= 0x7f || "\"#<>?^`{}%/\\'!$".includes(String.fromCharCode(code));
export const encoded = (text) =>
  [...text].map((one) => (isCoded(one.codePointAt(0)) ? coded(one.codePointAt(0)) : one)).join("");

/** The text percent-decoded once as UTF-8; null if that is not possible. */
export function decoded(text) {
  const bytes = [];
  const raw = Buffer.from(text, "utf8");
  for (let at = 0; at < raw.length; at++) {
    const hex = raw[at] === 0x25 ? raw.toString("latin1", at + 1, at + 3) : "";
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(parseInt(hex, 16));
      at += 2;
    } else bytes.push(raw[at]);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

const segments = (text, one) => text.split("/").map(one).join("/");

/** A path pattern with decoded and coded texts; `raw` has the segments of the address that cannot be decoded. */
export function codedPattern(pattern, raw, ignoreCase) {
  let made = "";
  let before;
  for (const { kind, text } of tokens(pattern)) {
    if (kind === "literal") {
      const literal = segments(text, (part) => encoded(decoded(part) ?? part));
      // A backslash separates text from the name before it, also inside braces.
      const start = before === "name" ? /^[\p{ID_Continue}$]?/u.exec(literal)[0] : "";
      made += (start && `\\${start}`) + spelled(literal.slice(start.length));
    } else if (kind === "(") made += "(" + codedExpression(text.slice(1, -1), raw, ignoreCase) + ")";
    else made += text;
    before = kind;
  }
  return made;
}

function codedExpression(text, raw, ignoreCase) {
  const escaped = (word) => word.replace(/[\^$\\.*+?()[\]{}|\/]/g, "\\$&");
  const set = /^(?:\\[dw]|\[(?:\\.|[^\\\]])*\])/.exec(text)?.[0];
  if (set === undefined) {
    const words = text.match(/(?:\\.|[^\\|])+/gs) ?? [];
    return words.map((word) => escaped(encoded(decoded(word.replace(/\\(.)/gs, "$1")) ?? word))).join("|");
  }
  if (set.startsWith("[^")) return text;
  const member = new RegExp(`^${set}$`, "v");
  const marks = Array.from({ length: 128 }, (_, code) => code)
    .filter((code) => isCoded(code) && member.test(String.fromCharCode(code)))
    .map((code) => escaped(coded(code)));
  const run = marks.length === 0 ? text : `(?:(?!['!$])${set}|${marks.join("|")})${text.slice(set.length)}`;
  // A segment that cannot be decoded is compared without decoding.
  const whole = new RegExp(`^(?:${text})$`, ignoreCase ? "iv" : "v");
  const taken = raw.flatMap((segment, index) => (whole.test(segment) ? [escaped(coded(0x110000 + index))] : []));
  return taken.length === 0 ? run : `(?:${run}|${taken.join("|")})`;
}

/** The coded path of an address, and its segments that cannot be decoded, for `uncoded`. */
export function codedPath(path) {
  const raw = [];
  const value = segments(path, (segment) => {
    const text = decoded(segment);
    return text === null ? coded(0x110000 + raw.push(segment) - 1) : encoded(text);
  });
  return { value, raw };
}

export const uncoded = (text, raw) =>
  text.replace(/'([!$]+)'/g, (_, bits) => {
    const code = parseInt(bits.replaceAll("!", "0").replaceAll("$", "1"), 2);
    return code < 0x110000 ? String.fromCodePoint(code) : raw[code - 0x110000];
  });
