import type {Client, Context, Resolution} from "./client.js";

export interface LinkOptions {
    client: Pick<Client, "resolve">;
    /** Shows a screen; without it the browser follows the link. `bridge` makes one for an app's web view. */
    onScreen?: (resolution: Resolution, link: HTMLAnchorElement) => void;
    /** A link that a rule blocks; nothing is opened. */
    onBlocked?: (resolution: Resolution, link: HTMLAnchorElement) => void;
    /** The context of a click, instead of the client's; if it throws, the client's. */
    context?: () => Context;
}

/**
 * Resolves the links that a person clicks, and follows redirects in place. Clicks with a key or another button, downloads,
 * other targets, fragments, and clicks that the page has handled are left alone. The result ends it.
 */
export function linkInterceptor(document: Document, options: LinkOptions): () => void;

/** An `onScreen` that sends the resolution to the app around a web view: iOS as an object, Android as JSON. */
export function bridge(name: string): (resolution: Resolution) => void;
