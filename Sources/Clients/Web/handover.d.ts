export interface HandoverOptions {
    /** The hosts of the app's links, in lower case. */
    hosts: string[];
    /** The first host of each second host. */
    secondHosts?: Record<string, string>;
    /** The names of query parameters that are campaign values, such as `utm_source`. */
    campaign?: string[];
}

export interface Handed {
    /** The link; undefined if there is none of an own host. */
    link: string | undefined;
    /** The campaign values by their names. */
    campaign: Record<string, string>;
}

/**
 * What a server's page of a link hands over to the one page for all links (client.md C9.5): `form` is its `location.search`, or
 * the referrer that an app around the page got from its store.
 */
export function handedOver(form: string, options: HandoverOptions): Handed;

/** The link of an address that was opened, with the first host in place of a second one (C9.2). */
export function arriving(address: string, options: HandoverOptions): Handed;
