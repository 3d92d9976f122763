import RouteModel
import TestSupport
import Testing

@testable import RouteClient

@Suite("The context of a client", .scheduled)
struct ContextTests {
    private func client(_ context: Context = Context()) throws -> RouteClient {
        try RouteClient(
            server: "http://127.0.0.1:1", app: "moments", cache: try TemporaryDirectory().path, context: context)
    }

    @Test("No lost updates: every change is based on all changes before it")
    func concurrent() async throws {
        let client = try client(Context(appVersion: "0"))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    for count in 1...500 {
                        client.updateContext { context in
                            context.appVersion = "\((Int(context.appVersion ?? "") ?? 0) + 1)"
                            context.attributes["task\(number)"] = "\(count)"
                        }
                    }
                }
            }
        }
        #expect(client.context.appVersion == "2000")
        #expect(client.context.attributes == ["task0": "500", "task1": "500", "task2": "500", "task3": "500"])
        #expect(client.counters.contextChanges == 2000, "each is an event")
    }

    @Test("A concurrent change is not lost, and the closure may call the client")
    func between() throws {
        let client = try client()
        var calls = 0
        client.updateContext { context in
            calls += 1
            if calls == 1 { client.updateContext { $0.locale = "zh-Hans-CN" } }
            #expect(client.resolve("https://moments.example.com/").outcome.name == "failed")
            context.signedIn = true
        }
        #expect(calls == 2 && client.context == Context(locale: "zh-Hans-CN", signedIn: true))
    }

    @Test("A change without an effect is no event, and a change of several facts is one event")
    func events() async throws {
        let client = try client(Context(signedIn: false))
        var events = client.updates.makeAsyncIterator()
        client.updateContext { $0.signedIn = false }
        client.context = Context(signedIn: false)
        client.updateContext {
            $0.signedIn = true
            $0.locale = "de"
        }
        #expect(await events.next() == .contextChanged(Context(locale: "de", signedIn: true)))
        #expect(client.counters.contextChanges == 1)
    }
}
