package import CanonicalJSON

/// Reads what people send: strictly, and with every finding at once.
package enum DraftDecoder {
    /// Reads a whole draft: `{"settings": …, "rules": […]}`, and a `revision`, which is not looked at.
    package static func draft(_ bytes: [UInt8]) -> Decoded<Draft> {
        .reading(bytes) { decoder, root in decoder.draft(root) }
    }

    /// Reads the settings of a draft.
    package static func settings(_ bytes: [UInt8]) -> Decoded<Settings> {
        .reading(bytes) { decoder, root in decoder.settings(root) }
    }

    /// Reads one rule.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - settings: The settings of the draft, which say where redirects may lead.
    ///   - id: The id that the rule must have, as the address of a PUT names it; a document without one takes it.
    ///   - taken: The ids of the other rules; a rule without an id gets a new one.
    /// - Returns: The rule with everything that was found.
    package static func rule(
        _ bytes: [UInt8], settings: Settings, id: String? = nil, taken: Set<String> = []
    ) -> Decoded<Rule> {
        .reading(bytes) { decoder, root in
            var ids = RuleIDs(required: id, taken: taken)
            let rule = decoder.rule(root, ids: &ids)
            if let rule, decoder.syntaxCount == 0 { decoder.check(rule, at: root, settings) }
            return rule
        }
    }

    /// Reads stored test addresses: a list of `{"url", "context", "at", "expect"}`, bare or as
    /// `{"expectations": […]}` with a `revision`, which is not looked at.
    package static func expectations(_ bytes: [UInt8]) -> Decoded<[Expectation]> {
        .reading(bytes) { decoder, root in decoder.expectations(root) }
    }

    /// Reads a build's screen manifest: `{"screens": {NAME: [PARAMETER, …]}}`.
    package static func screens(_ bytes: [UInt8], platform: String, version: String) -> Decoded<ScreenManifest> {
        .reading(bytes) { decoder, root in
            decoder.screens(root).map { ScreenManifest(platform: platform, version: version, screens: $0) }
        }
    }

    /// Reads a context.
    package static func context(_ bytes: [UInt8]) -> Decoded<Context> {
        .reading(bytes) { decoder, root in decoder.context(root) }
    }

    /// Reads a context that stands inside a larger document.
    package static func context(at node: JSONNode, in document: JSONDocument) -> Decoded<Context> {
        .reading(node, in: document) { decoder, node in decoder.context(node) }
    }
}
