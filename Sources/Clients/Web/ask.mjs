// Asks the server where an address leads; loaded only where WebAssembly is forbidden and `askServer` is set (C7.2).
import {failure, json} from "./channel.mjs";

export async function ask(channel, signal, address, {context, at, explain}) {
    const query = new URLSearchParams({channel: channel.channel, ...explain && {explain: 1}});
    const bytes = await channel.get(`${channel.base}resolve?${query}`, json, 1 << 20, {
        signal, method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({url: String(address), context, at: at === undefined ? at : new Date(at).toISOString()}),
    });
    let answer;
    try { answer = JSON.parse(new TextDecoder().decode(bytes)); } catch { /* refused below */ }
    if (!answer?.outcome) throw failure("unexpectedContent", `${channel.base}resolve did not answer with a resolution`);
    return answer;
}
