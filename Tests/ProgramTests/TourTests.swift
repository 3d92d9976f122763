import Synchronization
import TestSupport
import Testing

@testable import waymark_tour

@Suite("waymark-tour", .scheduled)
@MainActor
struct TourTests {
    /// The lines that the phone printed.
    final class Display: Sendable {
        let lines = Mutex<[String]>([])
        var text: String { lines.withLock { $0.joined(separator: "\n") } }
    }

    private func phone(_ server: RulesServer, _ cache: TemporaryDirectory) throws -> (Phone, Display) {
        let display = Display()
        let options = try TourOptions(["--server", server.base, "--cache", cache.path, "--context", "signedIn=true"])
        return (try Phone(options) { line in display.lines.withLock { $0.append(line) } }, display)
    }

    private func type(_ line: String, on phone: Phone) async throws { _ = await phone.perform(try TourCommand(line)) }

    @Test("A phone waits for its first rules, follows links, uses a new release and works without the server")
    func story() async throws {
        let (server, cache) = (try RulesServer(), try TemporaryDirectory())
        server.publish(1, rules: momentsRules)
        let (phone, display) = try phone(server, cache)
        var events = phone.events.makeAsyncIterator()
        try await type("link universalLink https://moments.example.com/m/42", on: phone)
        #expect(display.text == "waits for the first rules")
        phone.start()
        while let event = await events.next() {
            await phone.react(to: event)
            if display.text.contains("is in use") { break }
        }
        #expect(display.text.contains("* release 1 is in use\n* waiting link: → MomentDetail"))
        try await type("https://moments.example.com/timeline", on: phone)
        try await type("back", on: phone)
        try await type("tab 2", on: phone)
        #expect(
            display.text.hasSuffix("tabs\n    stack\n      Home\n      MomentDetail(id=42)\n  * stack\n  *   Discover"),
            "\(display.text)")
        server.stop()
        // The first `refresh` may join one that began before the server stopped.
        for _ in 0..<2 { try await type("refresh", on: phone) }
        #expect(display.text.hasSuffix("the last good release stays: 1"))
        let (second, later) = try self.phone(server, cache)
        second.start()
        try await type("https://moments.example.com/wipe", on: second)
        #expect(later.text.hasPrefix("launched with release 1 from the index, without network"))
        #expect(later.text.contains("blocked"))
    }

    @Test(
        "Unknown commands and wrong arguments are errors",
        arguments: ["link nowhere x", "tab x", "frobnicate", "back 2"])
    func misunderstood(line: String) {
        #expect(throws: TourError.self) { try TourCommand(line) }
    }

    @Test(
        "The command line needs a cache and known options",
        arguments: [[], ["--cache"], ["--cache", "d", "--x", "y"], ["--cache", "d", "--context", "x"]])
    func options(words: [String]) {
        #expect(throws: TourError.self) { try TourOptions(words) }
    }
}
