import SystemIO

/// Memory that a server holds for each connection that waits for its next request.
enum IdleConnections {
    /// One server's figure.
    struct Row {
        /// Who, and from how many addresses.
        let name: String
        /// Connections held.
        let connections: Int
        /// Bytes of the server's own memory, for each.
        let bytes: Double
    }

    /// Opens connections, asks once on each, and reads how much more memory the process has than before.
    ///
    /// - Parameters:
    ///   - server: a fresh one: memory that earlier connections touched would not count.
    ///   - request: one whole request.
    ///   - connections: how many.
    ///   - sources: loopback addresses that they come from in turn.
    /// - Returns: the figure.
    /// - Throws: what a connection did not do.
    static func measure(
        _ server: ServerUnderTest, _ request: [UInt8], connections: Int, sources: Int
    ) throws -> Row {
        // One request first, so that what is made once is there already.
        let length = try LoadClient.answer(server.address, request).bytes.count
        let before = try ProcessMemory.proportional(server.worker)
        var open: [Int32] = []
        defer { for descriptor in open { Sockets.close(descriptor) } }
        for number in 0..<connections {
            let descriptor = try Sockets.connect(to: server.address, fromLoopback: number % sources)
            open.append(descriptor)
            try Sockets.sendAll(descriptor, request)
            var left = length
            while left > 0 {
                let bytes = try Sockets.receive(descriptor, countMax: left)
                guard !bytes.isEmpty else { throw LoadError(description: "the server closed a connection") }
                left -= bytes.count
            }
        }
        let after = try ProcessMemory.proportional(server.worker)
        let name = "\(server.name), from \(sources) address\(sources == 1 ? "" : "es")"
        return Row(name: name, connections: connections, bytes: Double(after - before) / Double(connections))
    }

    /// The figures as a table.
    static func table(_ rows: [Row]) -> String {
        let cells = rows.map { [$0.name, Report.grouped(Double($0.connections)), Report.decimal($0.bytes, 1)] }
        return "\n\(title)\n" + Report.aligned([["server", "connections", "bytes each"]] + cells)
    }

    /// The goals among them.
    static func goals(_ rows: [Row]) -> [Goal] {
        rows.filter { $0.name.hasPrefix("waymark") }.map {
            Goal(title: "bytes an idle connection, \($0.name)", value: $0.bytes, bound: 64, isAtMost: true, digits: 0)
        }
    }

    /// The line above the table.
    static let title = "memory in user space, idle keep-alive connections"
}
