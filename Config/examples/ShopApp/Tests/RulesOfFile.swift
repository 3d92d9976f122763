import Foundation
import RouteDocuments
import RouteIndex
import RouteModel
import RouteNavigation

/// The rules of `rules.json`, resolved by the engine without a server.
///
/// A test of an app has the same with a `RouteClient` and the folder that `waymark bundle` writes.
struct RulesOfFile: AddressResolving {
    let index: CompiledIndex
    let context = Context(platform: "ios")
    let isReady = true

    struct Refused: Error { let findings: String }

    init() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("rules.json")
        let decoded = DraftDecoder.draft([UInt8](try Data(contentsOf: file)))
        guard let draft = decoded.value else { throw Refused(findings: "\(decoded.findings)") }
        let now = Instant(milliseconds: 0)
        let body = try ReleaseBody.freeze(draft: draft, app: "shop", version: 1, publishedAt: now)
        let bytes = try CompiledIndex.compile(body, digest: [UInt8](repeating: 0, count: 32))
        index = try CompiledIndex(IndexBytes(bytes))
    }

    func resolve(_ address: String, context: Context) -> Resolution {
        index.resolve(address, context: context, at: Instant(milliseconds: 0))
    }
}

/// The same rules, which arrive after the first link.
final class LateRules: AddressResolving {
    let rules: RulesOfFile
    var isReady = false

    init() throws { rules = try RulesOfFile() }

    var context: Context { rules.context }

    func resolve(_ address: String, context: Context) -> Resolution {
        isReady
            ? rules.resolve(address, context: context)
            : Resolution(outcome: .failed(Failure(.notReady, detail: "No rules have arrived yet.")), original: address)
    }
}
