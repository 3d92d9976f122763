import CanonicalJSON
import RouteModel
import WebAddress

private enum LinkKey: String, CaseIterable, FieldKey {
    case surfaces, title, description, image, fallback, permanent

    static let all = allCases
    static let table = JSONNameTable(all.map { $0.rawValue })
}

extension ModelDecoder {
    /// Reads the settings of a draft, with the members that only servers read.
    ///
    /// The engine for browsers and the C library (Embedded Swift) leave them out: they make no link files, and reading these
    /// members would be a twentieth of what a page loads. The server checks them.
    mutating func draftSettings(_ node: JSONNode) -> Settings? {
        #if hasFeature(Embedded)
        return settings(node)
        #else
        guard var settings = settings(node) else { return nil }
        if let links = links(node), links != LinkSettings() { settings.linkText = links.json.canonicalBytes }
        return settings
        #endif
    }

    /// Reads what settings say about links; other members are ignored.
    mutating func links(_ node: JSONNode) -> LinkSettings? {
        guard node.kind == .object else { return nil }
        var links = LinkSettings(page: page(node) ?? LinkPage())
        if let surfaces = node["surfaces"] { links.surfaces = self.surfaces(surfaces) }
        return links
    }

    /// Whether an object has a member that ``page(_:)`` reads; most rules have none.
    func hasPage(_ node: JSONNode) -> Bool {
        node.kind == .object && node.members.contains { $0.index(in: LinkKey.table) != nil }
    }

    /// Reads what a rule or settings show of a link; other members are ignored.
    mutating func page(_ node: JSONNode) -> LinkPage? {
        guard let fields = fields(node, LinkKey.self, "The document", ignoringUnknown: true) else { return nil }
        var page = LinkPage()
        for (key, node) in fields {
            switch key {
            case .title: page.title = text(node, "\"title\"", bytesMax: LinkSettingsLimits.titleBytesMax)
            case .description:
                page.description = text(node, "\"description\"", bytesMax: LinkSettingsLimits.descriptionBytesMax)
            case .image: page.image = webAddress(node, "\"image\"")
            case .fallback: page.fallback = fallback(node)
            case .permanent: page.isPermanent = flag(node, "\"permanent\"") ?? false
            case .surfaces: break
            }
        }
        return page
    }

    /// Refuses `permanent` of a rule that does not redirect: browsers would get no redirect to keep.
    mutating func refusePermanent(of rule: Rule, _ node: JSONNode) {
        if case .redirect = rule.destination { return }
        report(
            at: node["permanent"] ?? node, reason: "misplaced-key",
            "\"permanent\" belongs to a rule with a \"redirect\".", hint: "Remove it.")
    }

    private mutating func fallback(_ node: JSONNode) -> [LinkFallback]? {
        var ways: [LinkFallback] = []
        for element in list(node, "\"fallback\"", max: LinkFallback.allCases.count) ?? [] {
            guard let word = text(element, "An entry of \"fallback\"", bytesMax: ModelLimits.wordBytesMax) else {
                continue
            }
            if let way = LinkFallback(rawValue: word), !ways.contains(way) {
                ways.append(way)
            } else {
                report(
                    at: element, reason: LinkFallback(rawValue: word) == nil ? "unknown-value" : "duplicate",
                    "\"\(word)\" is no way on, or stands twice.",
                    hint: "Write \"app\", \"web\" and \"store\", each once.")
            }
        }
        return ways.isEmpty ? nil : ways
    }

    /// The text of an absolute http(s) address without user name; nil, with a finding, for another value.
    mutating func webAddress(_ node: JSONNode, _ what: String) -> String? {
        guard let text = text(node, what, bytesMax: LinkSettingsLimits.addressBytesMax) else { return nil }
        if let address = try? Address(text), address.scheme == "https" || address.scheme == "http",
            address.username.isEmpty, address.password.isEmpty
        {
            return text
        }
        report(
            at: node, reason: "invalid-address", "\(what) is not an http or https address.",
            hint: "Write for example \"https://www.shop.example/\".")
        return nil
    }
}
