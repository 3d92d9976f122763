// Reads what a server's pages of links hand over (client.md, section 9).

/** A link of an own host, with the first host in place of a second one (client.md C9.1); undefined for others. */
function ownLink(text, {hosts, secondHosts = {}}) {
    const [, host, path] = /^https:\/\/([^/]*)(\/[!-~]*)$/.exec(text) ?? [];
    if (!path || text.length > 8192 || /["<>\\]/.test(path)) return undefined;
    const first = hosts.includes(host) ? host : Object.hasOwn(secondHosts, host) ? secondHosts[host] : undefined;
    return first && `https://${first}${path}`;
}

/** The chosen values of a form: of each name the first one (C9.6). */
function campaign(items, names = []) {
    const values = names.map(name => [name, items.get(name)]);
    return Object.fromEntries(values.filter(([, value]) => value !== null && new TextEncoder().encode(value).length <= 256));
}

export function handedOver(form, options) {
    const items = new URLSearchParams(String(form).replace(/^\?/, ""));
    return {link: ownLink(items.get("link") ?? "", options), campaign: campaign(items, options.campaign)};
}

export function arriving(address, options) {
    const own = ownLink(address, options);
    const query = own?.split("#", 1)[0].split("?").slice(1).join("?");
    return {link: own ?? address, campaign: campaign(new URLSearchParams(query), own && options.campaign)};
}
