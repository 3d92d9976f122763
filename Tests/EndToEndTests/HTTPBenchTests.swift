import Foundation
import TestSupport
import Testing

@Suite("waymark-bench http", .scheduled, .enabled(if: !Sanitizer.isOn))
struct HTTPBenchTests {
    @Test("a short round measures each row, names missing programs, and compares each goal")
    func quick() throws {
        let result = try Program.run("waymark-bench", ["http", "--quick"])
        try #require(result.status == 0, "\(result.errors)")
        let hasNginx = FileManager.default.fileExists(atPath: "/usr/sbin/nginx")
        let hasWrk = FileManager.default.fileExists(atPath: "/usr/bin/wrk")
        #expect(result.output.contains("congestion control: "))
        #expect(result.output.contains("nginx is not installed") != hasNginx)
        #expect(result.output.contains("wrk is not installed") != hasWrk)
        let tables = Self.tables(result.output)
        for (title, rows) in Self.expected {
            let found = try #require(tables[title], "no table “\(title)” in: \(result.output)")
            let wanted = rows.filter { (hasNginx || !$0.hasPrefix("nginx")) && (hasWrk || !$0.hasSuffix("by wrk")) }
            #expect(found == wanted, "\(title)")
        }
        let others = Set(tables.keys).subtracting(Self.expected.map(\.0)).sorted()
        #expect(others.count == 2 && others[0] == "Goals" && others[1].hasPrefix("event streams: "), "\(others)")
        #expect(result.output.contains("304: requests/s, waymark / floor"))
        #expect(result.output.contains("publishing / quiet"))
        #expect(result.output.contains("an idle connection, waymark, from 250 addresses"))
        #expect(result.output.contains("304: requests/s, waymark / nginx file") == hasNginx)
    }

    @Test("hundreds of event streams receive each publish")
    func watchers() throws {
        let result = try Program.run("waymark-bench", ["watchers", "--quick"])
        try #require(result.status == 0, "\(result.errors)")
        let rows = result.output.split(separator: "\n").filter { line in
            let words = line.split(separator: " ")
            return words.count == 6 && Int(words[0]) != nil && words[1] == "300"
        }
        #expect(rows.count == 2, "\(result.output)")
        #expect(result.output.contains("an idle watcher"))
    }

    private static let expected: [(String, [String])] =
        [
            (
                "304, 64 connections",
                [
                    "waymark", "waymark, by wrk", "serve-echo", "serve-echo, by wrk", "floor", "nginx file",
                    "nginx file, by wrk", "nginx return", "nginx return, by wrk",
                ]
            ),
            ("304, 512 connections", ["waymark", "serve-echo", "floor", "nginx file", "nginx return"]),
            ("304, 64 connections, 16 pipelined", ["waymark", "serve-echo", "nginx file", "nginx return"]),
            ("302 of a link, 10,000 rules, 64 connections", ["waymark 304", "waymark", "nginx map"]),
            ("304, 50 publishes a second", ["waymark, quiet", "waymark, publishing"]),
            (
                "memory in user space, idle keep-alive connections",
                ["waymark, from 1 address", "waymark, from 250 addresses", "nginx, from 1 address"]
            ),
            ("304, a connection per request", ["waymark", "serve-echo", "nginx file", "nginx return"]),
            ("200, 1k, plain, 64 connections", ["waymark", "nginx file", "nginx return"]),
            ("200, 1k, gzip, 64 connections", ["waymark", "nginx file"]),
        ]
        + ["100k", "2m"].flatMap { size in
            ["plain", "gzip"].map { ("200, \(size), \($0), 64 connections", ["waymark", "nginx file"]) }
        }

    /// The first column of each table, by the line above it.
    private static func tables(_ text: String) -> [String: [String]] {
        var tables: [String: [String]] = [:]
        for block in text.components(separatedBy: "\n\n") {
            let lines = block.split(separator: "\n").map(String.init)
            guard lines.count > 2, let title = lines.first else { continue }
            // Columns are separated by two spaces; names contain only single ones.
            tables[title] = lines.dropFirst(2).filter { !$0.hasSuffix(" publishes/s") }.map { line in
                line.trimmingCharacters(in: .whitespaces).components(separatedBy: "  ")[0]
            }
        }
        return tables
    }
}
