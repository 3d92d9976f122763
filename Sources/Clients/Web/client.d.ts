/** A class of the platform, by the library `dom` or @types/node; `never` without both, which these types do not need. */
type Platform<Name extends string> = typeof globalThis extends {[name in Name]: {prototype: infer Instance}} ? Instance : never;
type PlatformModule = typeof globalThis extends {WebAssembly: {Module: {prototype: infer Instance}}} ? Instance : never;
type PlatformFetch = typeof globalThis extends {fetch: infer Function} ? Function : (...request: any[]) => Promise<any>;
type PlatformURL = Platform<"URL">;
type ModuleBytes = ArrayBuffer | ArrayBufferView;
type LoadedModule = ModuleBytes | PlatformModule | Platform<"Response">;

/** What rules may know about a client (Config/guides/rules.md). What is unknown is left out; it is never sent. */
export interface Context {
    platform?: string | undefined;
    build?: string | undefined;
    appVersion?: string | undefined;
    osVersion?: string | undefined;
    /** How the link came in. */
    source?: string | undefined;
    deviceID?: string | undefined;
    locale?: string | undefined;
    region?: string | undefined;
    signedIn?: boolean | undefined;
    /** At most 64. Names and values are texts in UTF-8 (no half of a surrogate pair), values of at most 4096 bytes. */
    attributes?: Record<string, string> | undefined;
}

/** Where an address leads (Config/specification/language.md, L7). */
export interface Resolution {
    outcome: "screen" | "address" | "blocked" | "unmatched" | "failed";
    /** The address as it was passed. */
    original: string;
    /** Of `screen`: its name. */
    screen?: string;
    transition?: string;
    /** Of `address`: the last address of the redirects. */
    address?: string;
    /** Of `blocked`. */
    reason?: string;
    /** Of `failed`; `not-ready` before the first release. */
    failure?: {code: string; detail: string};
    parameters: Record<string, unknown>;
    layers?: Record<string, {name: string; value: unknown}[]>;
    trail: {rule: string; alternative: number; from: string; to?: string}[];
    /** The number of the release. */
    version?: number;
    explanation?: unknown[];
}

export interface ReleaseInfo {
    app: string;
    channel: string;
    version: number;
    digest: string;
    epoch: number;
    sequence: number;
}

export interface Head {
    app: string;
    channel: string;
    body: string;
    digest: string;
    epoch: number;
    sequence: number;
    version: number;
    poll: {interval: number; jitter: number};
    index?: {format: number; digest: string} | {format: number; digest: string}[];
}

/** A release that the page carries: the server's head, and its index (bytes or base64) or its body (text or bytes). */
export interface Bootstrap {
    head: Head;
    index?: string | Uint8Array;
    body?: string | Uint8Array;
}

/** What a storage keeps: the position, the head as text, and the compiled index. */
export interface StoredRelease {
    epoch: number;
    sequence: number;
    head: string;
    file: Uint8Array;
}

/** Where releases are kept. A failure is counted, and the release used from memory. No call is waited for longer than 5 s. */
export interface Storage {
    /** The latest record under a key. */
    read(key: string): Promise<StoredRelease | undefined>;
    /** Stores a record whole or not at all; false if one of a later position (epoch, then sequence) is there. */
    write(key: string, record: StoredRelease): Promise<boolean>;
    /** Removes a damaged record. */
    remove(key: string, record: StoredRelease): Promise<void>;
}

/** A WebAssembly module: an address, bytes, a compiled module, or a promise or function of one. */
export type ModuleSource = string | PlatformURL | LoadedModule | Promise<LoadedModule> | (() => ModuleSource);

export interface ClientOptions {
    /** The server's address, `https://HOST`, or with a path below which `/v1` is. */
    server: string;
    app: string;
    /** By default `production`. */
    channel?: string;
    context?: Context;
    /** A release in the page, which answers before any request. */
    bootstrap?: Bootstrap;
    /** By default IndexedDB in browsers, nothing in Node. In Node a text is a folder. Null keeps nothing. */
    storage?: Storage | string | null;
    /** waymark-resolver.wasm; by default beside this file. */
    wasm?: ModuleSource;
    /**
     * waymark-engine.wasm, by default beside this file; loaded only if the server has no index of this client's format.
     * Null refuses such releases.
     */
    engine?: ModuleSource | null;
    /** By default `polling`. `events` is one stream for all tabs of the origin. `none` leaves `refresh` to the app. */
    updates?: "polling" | "events" | "none";
    /** Lets `resolveAsync` send address and context to the server where WebAssembly is forbidden. By default false. */
    askServer?: boolean;
    /** Replaces parts of the platform, for tests. A plain object, without members of other names. */
    environment?: Partial<Environment>;
}

export interface Environment {
    fetch: PlatformFetch;
    /** The time for rules, in milliseconds since 1970. */
    now(): number;
    /** The time for waits, in milliseconds, which never goes back. */
    clock(): number;
    /** A number from 0 on, below 1. */
    random(): number;
    /** Calls a function once after some milliseconds; the result cancels that. */
    timer(run: () => void, milliseconds: number): () => void;
}

/** What a client has done since it was made. */
export interface Counters {
    resolutions: number;
    refreshes: number;
    updates: number;
    unchanged: number;
    ignored: number;
    connections: number;
    disconnections: number;
    failures: Partial<Record<FailureCode, number>>;
}

export type FailureCode =
    | "invalidConfiguration"
    /** A value of a context that is not of its type, or a member that this version does not know. */
    | "invalidContext" | "unreachable" | "timedOut" | "cancelled"
    /** There is no such app or channel, or it is private: the server answers alike, so that names do not leak. */
    | "unknownApp" | "unexpectedStatus"
    | "unexpectedContent" | "tooLarge" | "wrongDigest" | "invalidBody" | "unsupportedFormat" | "conflictingHead"
    | "cacheUnreadable" | "cacheUnwritable"
    /** A Content Security Policy without 'wasm-unsafe-eval', or no WebAssembly at all. */
    | "wasmForbidden"
    /** A module could not be downloaded or is damaged; the next refresh tries again. */
    | "wasmUnreachable";

/** Why something failed; the last good release stays in use. `message` has the detail and the hint. */
export class WaymarkError extends Error {
    name: "WaymarkError";
    code: FailureCode | string;
    detail: string;
    hint?: string;
    /** The HTTP status, if there was an answer. */
    status?: number;
    /** The field `Retry-After` of an answer. */
    retryAfterSeconds?: number;
}

export interface Client {
    /**
     * The first release in use: of the page, of the storage, or of the server. It waits as long as there is none; it is
     * rejected if WebAssembly is forbidden or the client is closed.
     */
    readonly ready: Promise<ReleaseInfo>;
    /** The same with a limit: then it is rejected with `timedOut`, and its detail has the latest failure. */
    readyWithin(milliseconds: number): Promise<ReleaseInfo>;
    /** The release in use: one object until it changes, and frozen. */
    readonly release: ReleaseInfo | undefined;
    /** A frozen copy of what was passed. */
    readonly context: Readonly<Context>;
    readonly counters: Counters;
    /**
     * Answers at once with the release in use; never waits and never throws. Each of `options` that it cannot read is left out
     * and reported, also if a getter throws.
     */
    resolve(address: string | PlatformURL, options?: ResolveOptions): Resolution;
    /** The same after `readyWithin` 15 seconds; see `askServer`. Rejected with a `WaymarkError` only. */
    resolveAsync(address: string | PlatformURL, options?: ResolveOptions): Promise<Resolution>;
    /**
     * Replaces the given members; `undefined` removes one. A function gets the context before. Throws `invalidContext` for a
     * value of a wrong type, and for what is no plain object; a member that this version does not know is left out and reported.
     */
    updateContext(change: Context | ((context: Readonly<Context>) => Context)): void;
    /** Calls a listener after each change of the release in use; the result ends that. What it throws is logged. */
    readonly onRelease: (listener: (release: ReleaseInfo) => void) => () => void;
    readonly onFailure: (listener: (error: WaymarkError) => void) => () => void;
    /** Fetches the head, and the release if it is new. Callers share one exchange. */
    refresh(): Promise<"updated" | "unchanged" | "ignored">;
    /** Ends the wait before the next poll, except that of `Retry-After`. Pages need not call it. */
    wake(): void;
    /** Begins to update; pages do so by themselves when they are shown. */
    start(): void;
    /** Ends updating, and the stream. Pages do so by themselves on `pagehide`. */
    stop(): void;
    /** Ends everything; `resolve` still answers. */
    close(): void;
}

export interface ResolveOptions {
    /** Instead of the client's context. */
    context?: Context;
    /** The instant for rules with a time window. */
    at?: Date | number;
    /** Says for each candidate rule why it matched or not. */
    explain?: boolean;
}

/**
 * Makes a client, one for each page and channel. Throws `invalidConfiguration` for an option that is not valid or not known,
 * and `invalidContext` for a value of the context.
 */
export function createClient(options: ClientOptions): Client;

/** Only in Node: keeps releases in a folder, which processes may share. */
export function folderStorage(path: string): Storage;
