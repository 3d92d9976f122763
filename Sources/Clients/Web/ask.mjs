// Asks the server where an address leads; loaded only where WebAssembly is forbidden and `askServer` is set (C7.2).
import {failure, parse} from "./channel.mjs";

export async function ask(channel, signal, url, {context, at, explain}) {
    const query = new URLSearchParams({channel: channel.channel, ...explain && {explain: 1}});
    const answer = parse(await channel.text(`resolve?${query}`, 1 << 20, {
        signal, method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({url, context, at: new Date(Number(at))}),
    }));
    if (!answer?.outcome) throw failure("unexpectedContent", "the answer is no resolution");
    return answer;
}
