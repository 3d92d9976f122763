import HTTPServing
import HTTPWire
import SystemIO

/// A server that consists of HTTPServing only, so that other programs can test and measure that target alone.
package enum EchoServer {
    /// Serves until the process is told to stop.
    ///
    /// - Parameter options: values by name: `listen` (HOST:PORT) and the limits and times that the code below names.
    /// - Returns: the exit code.
    package static func serve(_ options: [String: String]) -> Int32 {
        guard let text = options["listen"], let address = SocketAddress(text) else {
            return fail("--listen needs HOST:PORT", 2)
        }
        let number = { (name: String) in options[name].flatMap(Int.init) }
        var configuration = ServingConfiguration(
            listeners: [.init(.port(address), number: 0)], loops: Threads.processorCount, workers: 4)
        if let loops = number("loops"), loops > 0 { configuration.loops = loops }
        if let workers = number("workers"), workers > 0 { configuration.workers = workers }
        if let head = number("head-timeout") { configuration.limits.timeouts.head = head }
        if let body = number("body-timeout") { configuration.limits.timeouts.body = body }
        if let idle = number("idle-timeout") { configuration.limits.timeouts.idle = idle }
        if let write = number("write-timeout") { configuration.limits.timeouts.write = write }
        if let count = number("connections-max") { configuration.limits.connectionsMax = count }
        // All connections of a load generator come from one address.
        configuration.limits.connectionsPerAddressMax =
            number("connections-per-address-max") ?? configuration.limits.connectionsMax
        do {
            let signals = try Signals()
            let server = try HTTPServer(configuration, handler: EchoHandler())
            try server.start()
            for (address, _) in server.addresses {
                try Files.writeAll(Files.standardError, Array("listening on http://\(address)\n".utf8))
            }
            while try signals.next() != .stop {}
            server.drain(milliseconds: 5_000)
            return 0
        } catch {
            return fail("\(error)", 1)
        }
    }

    private static func fail(_ text: String, _ code: Int32) -> Int32 {
        try? Files.writeAll(Files.standardError, Array("serve-echo: \(text)\n".utf8))
        return code
    }
}
