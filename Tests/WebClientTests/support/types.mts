// A program that uses every name of the types, and is wrong where it says so. It is compiled, never run.
import {createClient, folderStorage, WaymarkError} from "waymark-client";
import type {
    Bootstrap, Client, ClientOptions, Context, Counters, Environment, FailureCode, Head, ModuleSource, ReleaseInfo, Resolution,
    ResolveOptions, Storage, StoredRelease,
} from "waymark-client";
import {bridge, linkInterceptor} from "waymark-client/links";
import type {LinkOptions} from "waymark-client/links";
import {arriving, handedOver} from "waymark-client/handover";
import type {Handed, HandoverOptions} from "waymark-client/handover";

const context: Context = {platform: "web", appVersion: "7.2", signedIn: true, attributes: {group: "B"}, locale: undefined};
const record: StoredRelease = {epoch: 1, sequence: 1, head: "{}", file: new Uint8Array(1)};
const memory: Storage = {read: async key => (key ? record : undefined), write: async (_, {epoch}) => epoch > 0, remove: async () => {}};
const head: Head = {
    app: "moments", channel: "production", body: "/v1/", digest: "0", epoch: 1, sequence: 1, version: 1, poll: {interval: 60, jitter: 15},
    index: [{format: 3, digest: "0"}],
};
const bootstrap: Bootstrap = {head, index: "AAAA"};
const environment: Partial<Environment> = {now: () => 1, timer: (run, milliseconds) => () => run()};
const source: ModuleSource = () => fetch("/waymark-resolver.wasm");
const options: ClientOptions = {
    server: "https://routes.example.com", app: "moments", channel: "beta", context, bootstrap, storage: memory, wasm: source, engine: null,
    updates: "events", askServer: true, environment,
};
const client: Client = createClient(options);
createClient({server: "https://h.example", app: "m", wasm: new URL("https://h.example/x"), storage: folderStorage("kept")}).close();
createClient({server: "https://h.example", app: "m", storage: null, wasm: await WebAssembly.compile(new Uint8Array(8))});

const end: () => void = client.onRelease(({version}) => version.toFixed());
client.onFailure(error => {
    const code: FailureCode | string = error.code;
    const seconds: number | undefined = error.retryAfterSeconds;
    if (error instanceof WaymarkError) [code, seconds, error.hint?.length, error.status];
});
const asked: ResolveOptions = {at: new Date(), explain: true, context: {}};
const resolution: Resolution = client.resolve(new URL("https://moments.example.com/m/42"), asked);
const later: Resolution = await client.resolveAsync("https://moments.example.com/m/42");
const where: string | undefined = resolution.outcome === "screen" ? resolution.screen : later.failure?.code;
client.updateContext({signedIn: undefined});
client.updateContext(before => ({...before, locale: "de", attributes: {...before.attributes, group: "C"}}));
const result: "updated" | "unchanged" | "ignored" = await client.refresh();
const info: ReleaseInfo = await client.ready;
const soon: Promise<ReleaseInfo> = client.readyWithin(5000);
const counters: Counters = client.counters;
const count: number = counters.failures.wasmForbidden ?? 0;
client.wake();
client.start();
client.stop();
client.close();
const links: LinkOptions = {client, onScreen: bridge("waymark"), onBlocked: ({reason}, link) => [reason, link.href], context: () => context};
linkInterceptor(document, links)();
const hosts: HandoverOptions = {hosts: ["go.shop.example"], secondHosts: {"open.shop.example": "go.shop.example"}, campaign: ["ct"]};
const handed: Handed = handedOver(location.search, hosts);
const arrived: string = arriving("https://open.shop.example/", {hosts: []}).link ?? handed.campaign.ct ?? "";
console.log(soon, arrived, end, where, result, info.digest, count, client.release?.version, client.context.platform);

// @ts-expect-error
createClient({app: "moments"});
// @ts-expect-error
client.resolve(4);
// @ts-expect-error
client.context.platform = "ios";
// @ts-expect-error
client.onRelease("listener");
// @ts-expect-error
client.updateContext({platfrom: "web"});
