// What a draft has that a channel does not serve.

/** The number of changes that a publish would make, from the answer of `…/draft/summary`. */
export function changed(summary) {
    return ["added", "changed", "moved", "removed"].reduce((sum, kind) => sum + summary[kind].count, 0) + (summary.settings ? 1 : 0);
}
