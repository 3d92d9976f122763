import CanonicalJSON
import Foundation
import RouteDocuments
import RouteModel
import TestSupport
import Testing

@testable import RouteIndex

@Suite("Whatever a write accepts, every reader reads back", .scheduled)
struct AcceptedTests {
    private static let addresses = [
        "https://h.example/a", "https://h.example/a/%C3%A4?k=1&=2", "https://127.0.0.1/a", "https://[::1]/a", "my:a",
        "my://b.example", "mailto:ab", "https://xn--bcher-kva.example/a", "https://h.example/w-/", "https://h.example/",
    ]

    @Test("a draft: read again, put back, published, read by clients, and restored")
    func drafts() throws {
        var values = RandomValues(generator: .fromEnvironment(default: 35))
        var accepted = 0
        for _ in 0..<1500 {
            let text = values.draft()
            let decoded = DraftDecoder.draft(text.canonicalBytes)
            guard let draft = decoded.value, !decoded.hasErrors else { continue }
            accepted += 1
            let problem = try Self.problem(of: draft)
            #expect(problem == nil, "seed \(values.generator.seed): \(problem ?? ""): \(text.text.prefix(3000))")
        }
        print("counts: \(accepted) accepted drafts")
        #expect(accepted > 200)
    }

    /// What a reader of an accepted draft does not read as it was written; nil if all do.
    private static func problem(of draft: Draft) throws -> String? {
        let stored = draft.canonicalBytes()
        let again = DraftDecoder.draft(stored)
        guard again.value == draft, !again.hasErrors else { return "not put back: \(again.findings)" }
        guard again.value?.canonicalBytes() == stored else { return "another text when put back" }
        guard DraftDecoder.settings(draft.settings.canonicalBytes).value == draft.settings else { return "settings" }
        guard draft.settings.linkText.isEmpty || draft.settings.links != LinkSettings() else { return "links" }
        for rule in draft.rules {
            let one = DraftDecoder.rule(rule.canonicalBytes, settings: draft.settings)
            guard one.value == rule, !one.hasErrors else { return "rule not put back: \(one.findings)" }
        }
        let body = try ReleaseBody.freeze(
            draft: draft, app: "a", version: 1, publishedAt: Instant(milliseconds: 1_795_000_000_000))
        let read = try ReleaseBody.decode(body.canonicalBytes)
        if let reason = read.rules.compactMap(\.neverMatches).first { return "no client understands it: \(reason)" }
        guard read == body else { return "another body for clients" }
        let digest = [UInt8](repeating: 7, count: 32)
        let file = try CompiledIndex.compile(read, digest: digest)
        guard try file == CompiledIndex.compile(body, digest: digest) else { return "another index" }
        let restored = DraftDecoder.draft(read.draft.canonicalBytes())
        guard restored.value == read.draft, !restored.hasErrors else { return "not restored: \(restored.findings)" }
        let index = try CompiledIndex(IndexBytes(file))
        let reference = try ReferenceResolver(read)
        let now = Instant(milliseconds: 1_795_000_000_000)
        for address in addresses {
            let answer = index.resolve(address, context: Context(), at: now)
            guard answer.vector == reference.resolve(address, Context(), at: now).vector else {
                return "body and index differ at \(address)"
            }
            // What a server answers is JSON that clients read.
            guard (try? JSONValue(parsing: answer.json.canonicalBytes)) == answer.json else {
                return "the answer at \(address) is not read back"
            }
        }
        return nil
    }

    @Test("test addresses and screens of builds")
    func others() throws {
        var values = RandomValues(generator: .fromEnvironment(default: 36))
        var accepted = [0, 0]
        for _ in 0..<1500 {
            let text = values.expectation()
            if let value = DraftDecoder.expectations(JSONValue.array([text]).canonicalBytes).value {
                accepted[0] += 1
                for isStored in [true, false] {
                    let stored = JSONValue.array(value.map(\.json)).canonicalBytes
                    let again = DraftDecoder.expectations(stored, isStored: isStored)
                    #expect(
                        again.value == value,
                        "seed \(values.generator.seed): \(text.text.prefix(2000)) \(again.findings)")
                }
            }
            let manifest = values.manifest()
            func read(_ value: JSONValue) -> Decoded<ScreenManifest> {
                DraftDecoder.screens(value.canonicalBytes, platform: "ios", version: "1")
            }
            guard let value = read(manifest).value else { continue }
            accepted[1] += 1
            #expect(read(value.json).value == value, "seed \(values.generator.seed): \(manifest.text.prefix(2000))")
        }
        print("counts: \(accepted) accepted test addresses and manifests")
        #expect(accepted.allSatisfy { $0 > 400 })
    }

    @Test(
        "what is longer as it is stored than as it was written has its limit as it is stored",
        arguments: [
            (#""match":["/:v(REPEATED)"]"#, "é", 600, 300), (#""match":["/:v([REPEATED])"]"#, "-_", 900, 400),
            (#""match":[{"pathname":"/:v(REPEATED)"}]"#, "é", 600, 300),
            (#""match":["/a"],"when":{"appVersion":"REPEATED"}"#, ">1<9", 60, 30),
        ])
    func lengths(_ rule: String, _ unit: String, _ tooMany: Int, _ enough: Int) throws {
        for (count, isAccepted) in [(tooMany, false), (enough, true)] {
            let text = rule.replacing("REPEATED", with: String(repeating: unit, count: count))
            let draft = #"{"settings":{"origins":["https://h.example"]},"rules":[{\#(text),"to":{"screen":"S"}}]}"#
            let decoded = DraftDecoder.draft(Array(draft.utf8))
            #expect(
                (decoded.value != nil && !decoded.hasErrors) == isAccepted, "\(text.prefix(60)) \(decoded.findings)")
            if let value = decoded.value { #expect(try Self.problem(of: value) == nil) }
        }
    }
}
