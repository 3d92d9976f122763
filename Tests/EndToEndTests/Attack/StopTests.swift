import Foundation
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("The server stops under load", .scheduled, .serialized)
struct StopTests {
    /// The results of the clients.
    private final class Tally: Sendable {
        struct Counts {
            var whole = 0
            var stored: Set<String> = []
            var cut: [String] = []
            var lost: [String] = []
        }

        private let counts = Mutex(Counts())

        func note(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

        var result: Counts { counts.withLock { $0 } }
    }

    @Test("SIGTERM cuts off no answer and loses no acknowledged write", arguments: [1, 2])
    func loseNothing(round: Int) throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let server = try RunningServer(database: database)
        let created = try server.admin("POST", "/v1/apps", #"{"app":"a"}"#)
        #expect(created.status == 201)
        let settings = #"{"origins":["https://shop.example"],"destinations":[],"schemes":[]}"#
        #expect(try server.admin("PUT", "/v1/apps/a/draft/settings", settings).status == 200)
        let address = try #require(SocketAddress(String(server.url.dropFirst("http://".count))))
        let tally = Tally()
        let token = server.token
        var threads: [Threads.Running] = []
        for client in 0..<8 {
            threads.append(
                try Threads.start {
                    if client < 4 { Self.read(address, tally) } else { Self.write(address, token, client, tally) }
                })
        }
        _ = eventually { tally.result.whole >= 300 && tally.result.stored.count >= 30 }
        #expect(server.stop() == 0)
        for thread in threads { thread.join() }
        let result = tally.result
        #expect(result.whole >= 300 && result.stored.count >= 30, "there was no load")
        #expect(result.cut.isEmpty, "answers were cut off: \(result.cut.prefix(3))")
        #expect(result.lost.isEmpty, "requests on new connections were not answered: \(result.lost.prefix(3))")
        let again = try RunningServer(database: database)
        for rule in result.stored {
            #expect(try again.admin("GET", "/v1/apps/a/draft/rules/\(rule)").status == 200, "\(rule) is lost")
        }
        #expect(again.stop() == 0)
        print("counts: SIGTERM among \(result.whole) reads and \(result.stored.count) writes: none cut off, none lost")
    }

    /// Sends each read on a new connection, until no server listens.
    private static func read(_ address: SocketAddress, _ tally: Tally) {
        while let peer = try? AttackPeer(address) {
            peer.send("GET /v1/apps/a/head HTTP/1.1\r\nHost: h\r\n\r\n")
            let answer = exchange(peer)
            tally.note { counts in
                switch answer {
                case .whole: counts.whole += 1
                case .cut(let text): counts.cut.append(text)
                // Reset before a byte of the answer: the listener was closed before the server took the connection.
                case .none: break
                }
            }
        }
    }

    /// Writes rules on one connection until it ends, then on the next.
    private static func write(_ address: SocketAddress, _ token: String, _ client: Int, _ tally: Tally) {
        var number = 0
        while let peer = try? AttackPeer(address) {
            while !peer.isClosed {
                number += 1
                let rule = "r-\(client)-\(number)"
                let body = #"{"id":"\#(rule)","match":["/\#(rule)"],"to":{"screen":"S"}}"#
                peer.forget()
                peer.send(
                    "POST /v1/apps/a/draft/rules HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer \(token)\r\n"
                        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
                let answer = exchange(peer)
                tally.note { counts in
                    switch answer {
                    case .whole(let text) where text.hasPrefix("HTTP/1.1 201"): counts.stored.insert(rule)
                    case .whole(let text): counts.lost.append(text)
                    case .cut(let text): counts.cut.append(text)
                    case .none: break
                    }
                }
                if case .whole(let text) = answer, text.contains("Connection: close") { break }
                if case .none = answer { break }
            }
        }
    }

    private enum Answer {
        case whole(String), cut(String), none
    }

    /// Reads one answer by its Content-Length.
    private static func exchange(_ peer: AttackPeer) -> Answer {
        let text = peer.wait { isWhole($0) }
        return isWhole(text) ? .whole(text) : text.isEmpty ? .none : .cut(text)
    }

    private static func isWhole(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].components(separatedBy: "\r\n").first {
            $0.lowercased().hasPrefix("content-length:")
        }
        let count = length.flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) }
        return text[end.upperBound...].utf8.count >= count ?? 0
    }
}
