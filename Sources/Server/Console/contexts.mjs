// Contexts as people write them, one on a line: platform=ios appVersion=7.2 attributes.group=B

/** The systems of phones, all systems that a browser may name, and the apps whose own browser may open a link. */
export const phones = ["ios", "android", "harmony"];
export const systems = [...phones, "windows", "macos", "linux"];
export const inApps = ["wechat", "qq", "weibo", "alipay", "dingtalk", "feishu", "taobao", "baidu", "douyin", "toutiao", "kuaishou", "xiaohongshu", "tiktok",
    "instagram", "messenger", "facebook", "line", "twitter", "linkedin", "snapchat", "pinterest", "webview"];

const words = /([^\s=]+)=("(?:[^"\\]|\\.)*"|\S*)/g;
const flags = new Map([["true", true], ["false", false]]);

const plain = text => text.startsWith("\"") && text.endsWith("\"") && text.length > 1 ? text.slice(1, -1).replaceAll(/\\(.)/g, "$1") : text;

/** A context from its line; what is no `name=value` is in `unknown`. */
export function readContext(line) {
    const [members, attributes] = [[], []];
    const rest = line.replaceAll(words, (_, name, value) => {
        const text = plain(value);
        if (name.startsWith("attributes.")) attributes.push([name.slice("attributes.".length), text]);
        else members.push([name, name === "signedIn" ? flags.get(text) ?? text : text]);
        return "";
    }).trim();
    // Names such as __proto__ stay names.
    return {context: Object.fromEntries([...members, ...attributes.length > 0 ? [["attributes", Object.fromEntries(attributes)]] : []]), unknown: rest};
}

/** The flags of a context for the command line. */
export const contextFlags = context => Object.entries(context).flatMap(([name, value]) => name === "attributes"
    ? Object.entries(value).flatMap(([key, text]) => ["--context", `attributes.${key}=${text}`]) : ["--context", `${name}=${value}`]);

const written = value => /^[^\s"]+$/.test(String(value)) ? String(value) : JSON.stringify(String(value));

/** A context as its line. */
export const contextLine = context => Object.entries(context).flatMap(([name, value]) => name === "attributes"
    ? Object.entries(value).map(([key, text]) => `attributes.${key}=${written(text)}`) : [`${name}=${written(value)}`]).join(" ");
