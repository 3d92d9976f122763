import Foundation
import RouteClient
import TestSupport
import Testing

@Suite("The client library with a real server", .scheduled, .serialized)
struct ClientTests {
    private static let address = "https://shop.example/item/7"

    private func publish(_ server: RunningServer, screen: String) throws {
        let rule = #"{"id":"item","match":["/item/:id"],"to":{"screen":"\#(screen)"}}"#
        #expect(try server.admin("PUT", "/v1/apps/shop/draft/rules/item", rule).status == 200)
        try server.done("publish", "--app", "shop", "--message", screen)
    }

    private func screen(_ client: RouteClient) -> String? {
        if case .screen(let screen) = client.resolve(Self.address).outcome { return screen.name }
        return nil
    }

    /// Waits until an address resolves to a screen; checks after each event of the client, as an app does.
    private func expect(
        _ screen: String, _ client: RouteClient, _ events: inout AsyncStream<RouteClientEvent>.Iterator
    ) async {
        while self.screen(client) != screen, await events.next() != nil {}
        #expect(self.screen(client) == screen)
    }

    @Test("the stream delivers a publish, a rollback and a moved channel, each at a later position")
    func stream() async throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        try server.done("publish", "--app", "shop", "--message", "first")
        let client = try RouteClient(server: server.url, app: "shop", cache: folder.file("cache"))
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        #expect(try await client.ready.version == 1)
        await expect("Item", client, &events)
        try publish(server, screen: "NewItem")
        await expect("NewItem", client, &events)
        let before = try #require(client.release?.position)
        let back = try server.admin(
            "POST", "/v1/apps/shop/releases/1/restore", #"{"message":"back","channel":"production"}"#)
        #expect(back.status == 201)
        await expect("Item", client, &events)
        #expect(client.release?.version == 3, "a rollback is a new release")
        #expect(
            try server.admin("PUT", "/v1/apps/shop/channels/production", #"{"version":2,"public":true}"#).status == 200)
        await expect("NewItem", client, &events)
        let after = try #require(client.release?.position)
        #expect(client.release?.version == 2 && after > before)
        #expect(client.counters.connections == 1 && client.counters.updates == 4, "\(client.counters)")
        #expect(client.counters.failures.isEmpty && client.counters.disconnections == 0)
    }

    @Test("the client keeps its release while the server is down, and connects after a restart")
    func killed() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database)
        try first.makeShop()
        try first.done("publish", "--app", "shop", "--message", "first")
        let proxy = try FaultProxy(to: first)
        let client = try RouteClient(server: proxy.url, app: "shop", cache: folder.file("cache"))
        var events = client.updates.makeAsyncIterator()
        client.startUpdating(by: .events)
        await expect("Item", client, &events)
        while client.counters.connections < 1, await events.next() != nil {}
        first.kill()
        while let event = await events.next() {
            // Without a wake-up the next attempt would wait for a random part of the jitter.
            if case .disconnected = event { client.wake() }
            if case .refreshFailed(let error) = event {
                #expect(error.code == .unreachable)
                break
            }
        }
        #expect(client.counters.disconnections > 0 && screen(client) == "Item")
        let restarted = try RouteClient(server: proxy.url, app: "shop", cache: folder.file("cache"))
        #expect(
            restarted.launch.source == .index && screen(restarted) == "Item", "an app started meanwhile answers, too")
        let second = try RunningServer(database: database)
        try publish(second, screen: "NewItem")
        proxy.move(to: second)
        client.wake()
        await expect("NewItem", client, &events)
        // The release may have come by a poll. A wake-up during a poll has no effect, so it is repeated.
        while client.counters.connections < 2 {
            client.wake()
            try await Task.sleep(for: .milliseconds(50))
        }
        client.stopUpdating()
        withExtendedLifetime(proxy) {}
    }

    @Test("the client accepts the older release of a restored backup, because its epoch is higher")
    func restored() async throws {
        let folder = try TemporaryDirectory()
        let database = folder.file("waymark.db")
        let first = try RunningServer(database: database)
        try first.makeShop()
        try first.done("publish", "--app", "shop", "--message", "first")
        try first.done("backup", folder.file("copy.db"))
        try publish(first, screen: "Lost")
        try publish(first, screen: "LostToo")
        let proxy = try FaultProxy(to: first)
        let client = try RouteClient(server: proxy.url, app: "shop", cache: folder.file("cache"))
        try await client.refresh()
        let before = try #require(client.release?.position)
        #expect(screen(client) == "LostToo" && first.stop() == 0)
        try first.done("restore-backup", folder.file("copy.db"), "--database", database, "--yes")
        let second = try RunningServer(database: database)
        proxy.move(to: second)
        guard case .updated(let release) = try await client.refresh() else {
            return #expect(Bool(false), "not followed")
        }
        let after = try #require(release.position)
        #expect(screen(client) == "Item" && release.version == 1)
        #expect(after.epoch > before.epoch && after > before)
        withExtendedLifetime(proxy) {}
    }

    @Test("with each network fault the client keeps its release and gets the next one")
    func faults() async throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(database: folder.file("waymark.db"))
        try server.makeShop()
        try server.done("publish", "--app", "shop", "--message", "first")
        let proxy = try FaultProxy(to: server)
        let cache = folder.file("cache")
        let client = try RouteClient(server: proxy.url, app: "shop", cache: cache)
        try await client.refresh()
        let page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n<html/>"
        let broken = "HTTP/1.1 502 Bad\r\nContent-Length: 0\r\nRetry-After: 9\r\n\r\n"
        let table: [(FaultProxy.Fault, Set<RouteClientError.Code>)] = [
            (.init(part: "/head", kind: .hangUp), [.unreachable]),
            (.init(part: "/head", kind: .cut(after: 90)), [.unreachable]),
            (.init(part: "/head", kind: .reply(page)), [.unexpectedContent]),
            (.init(part: "/head", kind: .reply(broken)), [.unexpectedStatus]),
            (.init(part: "/bodies/", kind: .hangUp), [.unreachable]),
            (.init(part: "/bodies/", kind: .cut(after: 200)), [.unreachable]),
            // Flips a bit of the length at the end of the gzip stream, because the body is compressed.
            (.init(part: "/bodies/", kind: .flip), [.unexpectedContent]),
            (.init(part: "/bodies/", kind: .reply(page)), [.unexpectedContent]),
        ]
        for (number, (fault, codes)) in table.enumerated() {
            let before = screen(client)
            try publish(server, screen: "Item\(number)")
            proxy.inject(fault)
            let error = await #expect(throws: RouteClientError.self) { try await client.refresh() }
            #expect(error.map { codes.contains($0.code) } == true, "\(fault): \(String(describing: error))")
            #expect(screen(client) == before)
            #expect(screen(try RouteClient(server: proxy.url, app: "shop", cache: cache)) == before, "\(fault)")
            proxy.inject(nil)
            try await client.refresh()
            #expect(screen(client) == "Item\(number)", "\(fault)")
        }
        let stranger = try RouteClient(server: proxy.url, app: "no-such-app", cache: cache)
        let unknown = await #expect(throws: RouteClientError.self) { try await stranger.refresh() }
        #expect(unknown?.code == .unknownApp && unknown?.status == 404)
        withExtendedLifetime(proxy) {}
    }
}
