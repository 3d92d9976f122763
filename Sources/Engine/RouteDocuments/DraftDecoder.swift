package import CanonicalJSON
package import RouteModel

/// Decodes documents from people: unknown keys and wrong types are findings, and all findings are reported at once.
package enum DraftDecoder {
    /// Reads a whole draft: `{"settings": …, "rules": […]}`; a `revision` is ignored.
    package static func draft(_ bytes: [UInt8]) -> Decoded<Draft> {
        .reading(bytes) { decoder, root in decoder.draft(root) }
    }

    /// Reads the settings of a draft.
    package static func settings(_ bytes: [UInt8]) -> Decoded<Settings> {
        .reading(bytes) { decoder, root in decoder.draftSettings(root) }
    }

    /// Reads one rule.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - settings: The settings of the draft, with the origins and the allow-list of redirects.
    ///   - id: The id that the rule must have, as in the path of a PUT; a document without an id gets it.
    ///   - taken: The ids of the other rules; a rule without an id gets one that is not among them.
    /// - Returns: The rule and all findings.
    package static func rule(
        _ bytes: [UInt8], settings: Settings, id: String? = nil, taken: Set<String> = []
    ) -> Decoded<Rule> {
        .reading(bytes) { decoder, root in
            var ids = RuleIDs(required: id, taken: taken)
            let rule = decoder.draftRule(root, ids: &ids)
            if let rule, decoder.syntaxCount == 0 { decoder.check(rule, at: root, settings) }
            return rule
        }
    }

    /// Reads stored test addresses: a list of `{"url", "context", "at", "expect"}`, or an object
    /// `{"expectations": […]}`, of which a `revision` is ignored.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - isStored: Whether it is of a store, where 0.1.0 accepted texts that are no addresses.
    /// - Returns: The test addresses and all findings.
    package static func expectations(_ bytes: [UInt8], isStored: Bool = false) -> Decoded<[Expectation]> {
        .reading(bytes) { decoder, root in decoder.expectations(root, isStored: isStored) }
    }

    /// Reads a build's screen manifest: `{"screens": {NAME: [PARAMETER, …]}, "hosts": {HOST: [PATTERN, …]}}`.
    package static func screens(_ bytes: [UInt8], platform: String, version: String) -> Decoded<ScreenManifest> {
        .reading(bytes) { decoder, root in
            decoder.manifest(root, platform: platform, version: version)
        }
    }

    /// Reads a context.
    package static func context(_ bytes: [UInt8]) -> Decoded<Context> {
        .reading(bytes) { decoder, root in decoder.context(root) }
    }

    /// Reads a context that is a part of a larger document.
    package static func context(at node: JSONNode, in document: JSONDocument) -> Decoded<Context> {
        .reading(node, in: document) { decoder, node in decoder.context(node) }
    }
}
