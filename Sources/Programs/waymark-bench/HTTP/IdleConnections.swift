import SystemIO

/// Measures the memory of a server for each idle keep-alive connection.
enum IdleConnections {
    /// One server's figure.
    struct Row {
        /// The server, and the number of client addresses.
        let name: String
        /// The number of connections.
        let connections: Int
        /// Bytes of the server's memory per connection.
        let bytes: Double
    }

    /// Opens connections, sends one request on each, and measures the growth of the server's memory.
    ///
    /// - Parameters:
    ///   - server: a new server, because memory that earlier connections used would be used again.
    ///   - request: one whole request.
    ///   - connections: the number of connections.
    ///   - sources: the number of loopback addresses that they come from in turn.
    /// - Returns: the figure.
    /// - Throws: the first error of a connection.
    static func measure(
        _ server: ServerUnderTest, _ request: [UInt8], connections: Int, sources: Int
    ) throws -> Row {
        // One request first, so that memory that is allocated only once is not counted.
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
                guard !bytes.isEmpty else { throw BenchError("the server closed a connection") }
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

    /// The goals of waymark's rows.
    static func goals(_ rows: [Row]) -> [FigureGoal] {
        rows.filter { $0.name.hasPrefix("waymark") }.map {
            .atMost(64, .bytes, "an idle connection, \($0.name)", $0.bytes)
        }
    }

    /// The line above the table.
    static let title = "memory in user space, idle keep-alive connections"
}
