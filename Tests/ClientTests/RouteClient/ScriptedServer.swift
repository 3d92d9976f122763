import Foundation
import RouteDocuments
import RouteModel
import Synchronization
import TestSupport

@testable import RouteClient

/// A server that publishes releases over a real socket, and can give wrong answers.
final class ScriptedServer: Sendable {
    /// Returns the answer to send instead of the correct one; nil for the correct one.
    typealias Fault = @Sendable (_ isHead: Bool, _ good: LoopbackServer.Reply) -> LoopbackServer.Reply?

    private struct State {
        var current: Publication?
        var bodies: [String: [UInt8]] = [:]
        var fault: Fault?
        /// The answer to a request for the stream; nil for the correct one.
        var stream: LoopbackServer.Reply? = .http(404)
        /// Returns the answer to a request for the stream; may block.
        var onStream: (@Sendable () -> LoopbackServer.Reply)?
    }

    private let box: Box
    private let server: LoopbackServer

    init(_ publication: Publication? = nil) throws {
        let box = Box()
        server = try LoopbackServer { request in box.answer(request) }
        self.box = box
        if let publication { publish(publication) }
    }

    var base: String { server.base }
    var paths: [String] { server.requests.map { String($0.split(separator: " ")[1]) } }

    func stop() { server.stop() }
    func hangUp() { server.hangUp() }
    /// How many heads were requested.
    var headCount: Int { paths.filter { $0.hasSuffix("/head") }.count }
    /// How many streams were requested.
    var streamCount: Int { paths.filter { $0.hasSuffix("/events") }.count }

    func publish(_ publication: Publication) {
        box.publish(publication)
        server.push(publication.event)
    }

    /// Sets the answer to requests for the stream; nil for a real one.
    func stream(_ reply: LoopbackServer.Reply?) { box.stream(reply) }
    /// Sets the closure that answers requests for the stream.
    func onStream(_ answer: @escaping @Sendable () -> LoopbackServer.Reply) { box.onStream(answer) }
    func misbehave(_ fault: Fault?) { box.misbehave(fault) }

    /// The state that the threads of the server share.
    private final class Box: Sendable {
        private let state = Mutex(State())

        func publish(_ publication: Publication) {
            state.withLock { state in
                state.current = publication
                state.bodies[publication.digest] = publication.body
            }
        }

        func stream(_ reply: LoopbackServer.Reply?) { state.withLock { $0.stream = reply } }

        func onStream(_ answer: @escaping @Sendable () -> LoopbackServer.Reply) {
            state.withLock { $0.onStream = answer }
        }

        func misbehave(_ fault: Fault?) { state.withLock { $0.fault = fault } }

        func answer(_ request: String) -> LoopbackServer.Reply {
            let path = request.split(separator: " ")[1]
            let (current, bodies, fault) = state.withLock { ($0.current, $0.bodies, $0.fault) }
            if path.hasSuffix("/events"), let slow = state.withLock({ $0.onStream }) { return slow() }
            if path.hasSuffix("/events") {
                return state.withLock { $0.stream } ?? .stream("retry: 10\n\n" + (current?.event ?? ""))
            }
            let isHead = path.hasSuffix("/head")
            var good = LoopbackServer.Reply.http(404, type: "application/problem+json", Array("{}".utf8))
            if isHead, let current {
                good = .http(200, current.head().canonicalBytes)
            } else if let body = bodies[String(path.split(separator: "/").last ?? "")] {
                good = .http(200, body)
            }
            return fault?(isHead, good) ?? good
        }
    }
}

extension Publication {
    /// The event of its head in a stream.
    var event: String {
        "event: head\nid: \(head().position)\ndata: \(String(decoding: head().canonicalBytes, as: UTF8.self))\n\n"
    }
}

extension RouteClient {
    static func make(_ server: ScriptedServer, _ cache: TemporaryDirectory, bundle: String? = nil) throws -> RouteClient
    {
        try RouteClient(server: server.base, app: "moments", cache: cache.path, bundle: bundle)
    }

    /// A client whose cache and limit for wake-ups a test can change.
    static func make(
        _ server: ScriptedServer, _ directory: TemporaryDirectory,
        wakeFreshMilliseconds: Int64 = Limits.wakeFreshMilliseconds,
        _ change: (inout ReleaseCache) -> Void = { _ in }
    ) throws -> RouteClient {
        let endpoint = try Endpoint(server: server.base, app: "moments", channel: "production")
        var cache = ReleaseCache(directory: directory.path, endpoint: endpoint)
        change(&cache)
        return RouteClient(
            endpoint: endpoint, cache: cache, bundle: nil, context: Context(), transport: FetchingTransport(),
            clock: WallClock.now, wakeFreshMilliseconds: wakeFreshMilliseconds)
    }

    /// The screen that the one rule of a publication leads to.
    var answer: String? {
        if case .screen(let screen) = resolve("https://moments.example.com/m/42").outcome { return screen.name }
        return nil
    }

    /// The folder of the cache.
    var folder: String { cache.folder }

    func filesInFolder() throws -> Set<String> { Set(try CacheFiles.names(in: folder)) }
}
