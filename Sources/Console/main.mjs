/// The console's first module: says whether the server is ready.

const state = document.getElementById("state");

/// Shows what the server's probe answers; the text of an answer is only ever shown as text.
async function showState() {
    try {
        const answer = await fetch("/readyz", { cache: "no-store" });
        state.textContent = answer.ok ? "The server is ready." : "The server is not ready.";
    } catch {
        state.textContent = "The server cannot be reached.";
    }
}

showState();
