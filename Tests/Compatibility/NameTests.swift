import Foundation
import TestSupport
import Testing

@Suite("Names that scripts, dashboards and apps depend on still exist", .scheduled)
struct NameTests {
    /// Names that were removed on purpose, each with its reason.
    static let removed = [
        "get /v1/apps/{app}/releases/{a}/diff/{b} diffReleases":
            "the same addresses: in the contract, the parameters are {from} and {to}",
        "QueryItems": older, "QueryItems.flattenedAsInLessons(_:from:)": older, "ControllerNavigating": older,
        "ControllerNavigating.navigate(from:using:parameters:)": older,
        "ControllerNavigating.navigate(from:using:request:host:)": older,
        "ControllerNavigating.navigate(to:from:using:)": older,
    ]
    private static let older = "deprecated in 0.2.0; Config/examples/OlderRouter has what an app copies instead"

    private func expect(_ names: [String], among present: Set<String>, _ kind: String) {
        let missing = names.filter { !present.contains($0) && Self.removed[$0] == nil }
        #expect(missing.isEmpty, "\(kind) that are gone: \(missing)")
    }

    @Test(
        "Metrics and their labels, operations and statuses, commands and options, settings, log members",
        arguments: Recording.all)
    func shown(recording: Recording) throws {
        let folder = try TemporaryDirectory()
        let server = try RunningServer(
            .current, database: folder.file("store.sqlite3"),
            arguments: [
                "--listen", "127.0.0.1:0", "--log-file", "log", "--log-format", "json", "--log-level", "debug",
                "--access-log", "access", "--access-log-format", "json",
            ], in: folder)
        defer { server.stop() }
        _ = try SessionReplay.send(recording.exchanges("writes.json"), of: recording, to: server.peer)
        let present = try RecordedNames(of: server, .current, logs: ["log", "access"], in: folder)
        let recorded = try recording.names()
        for (kind, names) in present.byKind {
            #expect(recorded.byKind[kind]?.isEmpty == false, "\(kind) were not recorded")
            expect(recorded.byKind[kind] ?? [], among: Set(names), kind)
        }
    }

    @Test("Public declarations of the client libraries", arguments: Recording.all)
    func declarations(recording: Recording) throws {
        let present = RecordedNames.publicDeclarations()
        let recorded = try recording.names().byKind["public declarations"] ?? []
        #expect(recorded.count > 300)
        expect(recorded, among: present, "public declarations")
    }

    @Test(
        "Codes of problems and findings, audit actions and log keys are in the sources",
        arguments: ["problem codes", "finding codes", "audit actions", "log keys"])
    func literals(kind: String) throws {
        let text = RecordedNames.text(of: PackageRoot.url.appendingPathComponent("Sources"))
        let literals = Set(RecordedNames.groups(#""([A-Za-z.-]+)""#, in: text))
        let cases = Set(RecordedNames.groups(#"\bcase (\w+)"#, in: text))
        for recording in Recording.all {
            let names = try recording.names().byKind[kind] ?? []
            #expect(names.count >= 10, "\(kind): \(names)")
            expect(names, among: literals.union(cases), kind)
        }
    }

    @Test("The scan of declarations sees members, labels, cases and requirements, and skips what is not public")
    func scan() throws {
        let folder = try TemporaryDirectory()
        try """
        public struct A<Value>: Sendable {
            public var b: Int
            var hidden: Int
            public init(_ b: Int, c: [String: Int] = [:]) {
                let local = 1
            }
            public enum E {
                case x
                case y(Int, z: Int)
            }
        }
        extension A.E {
            public static func make(
                from text: String, _ other: @escaping (Int, Int) -> Void
            ) -> A { fatalError() }
        }
        public protocol P {
            func q(_ r: Int) -> Int
        }
        struct Hidden { case public }
        """.write(toFile: folder.file("A.swift"), atomically: true, encoding: .utf8)
        let expected: Set<String> = [
            "A", "A.b", "A.init(_:c:)", "A.E", "A.E.x", "A.E.y(_:z:)", "A.E.make(from:_:)", "P", "P.q(_:)",
        ]
        #expect(PublicDeclarations(in: [folder.url]).names == expected)
    }
}
