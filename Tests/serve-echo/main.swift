import EchoServer
import Glibc

// usage: serve-echo --listen HOST:PORT [--loops N] …, as `waymark-bench serve-echo`
let words = Array(CommandLine.arguments.dropFirst())
let pairs = stride(from: 0, to: words.count - 1, by: 2).map { (String(words[$0].dropFirst(2)), words[$0 + 1]) }
exit(EchoServer.serve(Dictionary(pairs) { _, last in last }))
