import CanonicalJSON

extension ReleaseBody {
    /// Reads a body, which may come from a later version of the server (release.md R1.3,
    /// R3.2, R4.1, R5.1 to R5.5).
    ///
    /// Unknown members are ignored. A rule with an unknown need, pattern, condition or destination stays in the list
    /// and never matches; ``Rule/neverMatches`` has the reason.
    ///
    /// - Throws: ``ModelError`` of code `unsupportedFormat` for a higher format, `invalidBody` for bytes that are not a
    ///   body.
    package static func decode(_ bytes: [UInt8]) throws(ModelError) -> ReleaseBody {
        let root: JSONNode
        do {
            // Names are equal only if their bytes are (R1.3); people write drafts, where equivalent names are refused, too.
            root = try JSONDocument(parsing: bytes).root
        } catch {
            throw ModelError(code: .invalidBody, offset: error.offset, detail: error.detail, hint: error.hint)
        }
        let format = try format(root)
        guard let app = root["app"]?.stringValue, NameGrammar.isAppName(app) else { throw missing("app") }
        guard let version = root["version"]?.integerValue.flatMap(ReleaseVersion.init(exactly:)), version > 0 else {
            throw missing("version")
        }
        guard let published = root["publishedAt"]?.stringValue.flatMap(Instant.init(rfc3339:)) else {
            throw missing("publishedAt")
        }
        let settings = try settings(root["settings"])
        let rules = try rules(root["rules"], shares: shareUnit(of: format), lacksOrigins: settings.origins.isEmpty)
        let order = try order(root["order"], ruleCount: rules.count)
        return ReleaseBody(
            app: app, version: version, publishedAt: published, settings: settings, rules: rules, order: order,
            format: format)
    }

    private static func format(_ root: JSONNode) throws(ModelError) -> Int {
        guard let format = root["format"]?.integerValue, format >= 1 else { throw missing("format") }
        guard format <= Int64(Self.formatMax) else {
            throw ModelError(
                code: .unsupportedFormat,
                detail: "The rules have format \(format); this version reads up to \(Self.formatMax).",
                hint: "Update the app; the last good rules stay in use.")
        }
        return Int(format)
    }

    private static func settings(_ node: JSONNode?) throws(ModelError) -> Settings {
        guard let node else { throw missing("settings") }
        var decoder = ModelDecoder(.lenient)
        guard let settings = decoder.settings(node), decoder.log.count == 0 else {
            throw ModelError(
                code: .invalidBody, offset: node.offset,
                detail: decoder.log.detail(from: 0) ?? "The settings are not valid.",
                hint: "The last good rules stay in use.")
        }
        return settings
    }

    private static func rules(
        _ node: JSONNode?, shares: ShareUnit, lacksOrigins: Bool
    ) throws(ModelError) -> [Rule] {
        guard let node, node.kind == .array else { throw missing("rules") }
        var decoder = ModelDecoder(.lenient, shares: shares)
        decoder.lacksOrigins = lacksOrigins
        var ids = RuleIDs(required: nil)
        var rules: [Rule] = []
        rules.reserveCapacity(node.elements.count)
        for node in node.elements {
            let before = decoder.log.count
            var rule = decoder.rule(node, ids: &ids) ?? Rule(id: "", patterns: [], destination: .block(""))
            if decoder.log.count > before {
                rule.neverMatches = decoder.log.detail(from: before) ?? "It is not valid."
            } else if let need = rule.needs.first {
                rule.neverMatches = "It needs \"\(need)\", which this version does not have."
            }
            rules.append(rule)
        }
        return rules
    }

    private static func order(_ node: JSONNode?, ruleCount: Int) throws(ModelError) -> [OrderEntry] {
        guard let node, node.kind == .array else { throw missing("order") }
        var order: [OrderEntry] = []
        order.reserveCapacity(node.elements.count)
        for pair in node.elements {
            var numbers = pair.elements
            guard let rule = numbers.next()?.integerValue, let alternative = numbers.next()?.integerValue,
                numbers.next() == nil, rule >= 0, rule < Int64(ruleCount), alternative >= 0,
                alternative < Int64(Int32.max)
            else { throw missing("order") }
            order.append(OrderEntry(rule: Int(rule), alternative: Int(alternative)))
        }
        return order
    }

    private static func missing(_ name: String) -> ModelError {
        ModelError(
            code: .invalidBody, detail: "The body's \"\(name)\" is missing or not valid.",
            hint: "The last good rules stay in use.")
    }
}
