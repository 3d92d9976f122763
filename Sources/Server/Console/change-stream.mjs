// The server's stream of changes (GET /v1/events), while it is wanted; without one, pages ask as often as before.

/** Milliseconds after the last wish for which the stream stays; a hidden tab asks once a minute at least. */
const patience = 90_000;
/** Milliseconds after a refusal, such as for too many streams, until the next attempt. */
const pause = 60_000;
/** Milliseconds in which changes become one: those of a bulk action arrive together. */
const gathering = 200;

/** A stream that calls `onChange({app, by})`; without an app, any app may have changed. */
export class ChangeStream {
    #onChange;
    #source;
    #changed = new Map();
    #wanted = 0;
    #refused = -Infinity;

    constructor(onChange) { this.#onChange = onChange; }

    /** Whether the stream tells all changes now. */
    get isOpen() { return this.#source?.readyState === 1 && this.#isReady; }
    #isReady = false;

    /** Opens the stream, if there is none, or keeps it. */
    want() {
        this.#wanted = Date.now();
        if (this.#source || !globalThis.EventSource || Date.now() - this.#refused < pause) return;
        const source = new EventSource("/v1/events");
        this.#source = source;
        source.addEventListener("change", ({data}) => {
            const {app, by} = JSON.parse(data);
            this.#gather(app, by);
        });
        source.addEventListener("reload", () => this.#gather(undefined));
        source.addEventListener("ready", () => {
            this.#isReady = true;
            this.#gather(undefined);
        });
        source.onerror = () => {
            this.#isReady = false;
            // A stream that broke is opened again by the browser; one that was refused is not.
            if (source.readyState === 2) this.#close(Date.now());
        };
        const timer = setInterval(() => {
            if (this.#source !== source) clearInterval(timer);
            else if (Date.now() - this.#wanted > patience) this.#close(-Infinity);
        }, pause);
    }

    #close(refused) {
        this.#source.close();
        this.#source = undefined;
        this.#isReady = false;
        this.#refused = refused;
    }

    #gather(app, by) {
        if (this.#changed.size === 0) setTimeout(() => {
            const changed = this.#changed;
            this.#changed = new Map();
            if (changed.has(undefined)) this.#onChange({});
            for (const [app, by] of changed) if (app !== undefined) this.#onChange({app, by});
        }, gathering);
        this.#changed.set(app, by);
    }
}
