import CanonicalJSON
import RouteDocuments
import RouteModel
import RoutePattern
import TargetTemplate
import WebAddress

/// Reads short links of Firebase Dynamic Links: each becomes a rule that leads to its deep link.
///
/// An entry is a `ManagedShortLink` of the service's API, or has `shortLink` and `longLink`, whose query has the same
/// values. Sources: <https://firebase.google.com/docs/reference/dynamic-links/analytics>,
/// <https://firebase.google.com/docs/dynamic-links/create-manually>.
enum FirebaseLinks {
    /// Reads an export.
    ///
    /// - Throws: `JSONError` if the bytes are not JSON; JSON that is no list of links is a finding.
    static func importing(_ bytes: [UInt8]) throws(JSONError) -> ImportedTable {
        var reading = FirebaseReading(document: try JSONDocument(parsing: bytes))
        reading.read()
        reading.table.locateFindings(in: reading.document)
        return reading.table
    }
}

/// What one link says, from the members of an entry or from the query of a long link.
struct FirebaseLink {
    /// The short link.
    var short: String
    /// The deep link, which the app gets.
    var link: String?
    /// Where it leads without the app, by the value of the attribute `os`.
    var fallbacks: [(systems: [String], address: String)] = []
    /// What has no place in a rule: its name and value.
    var others: [(name: String, value: String)] = []

    /// Reads an entry; nil without a short link.
    init?(_ entry: JSONNode) {
        guard let short = (entry["link"] ?? entry["shortLink"])?.stringValue else { return nil }
        self.short = short
        if let info = entry["info"] ?? entry["dynamicLinkInfo"] {
            link = info["link"]?.stringValue
            for place in Self.places { add(place, info[place.group]?[place.member]?.stringValue) }
        } else if let long = (entry["longLink"] ?? entry["longDynamicLink"])?.stringValue {
            let items = Self.items(long)
            link = items["link"]
            for place in Self.places { add(place, items[place.item]) }
        }
    }

    private mutating func add(_ place: Place, _ value: String?) {
        guard let value, !value.isEmpty else { return }
        if place.systems.isEmpty {
            others.append((place.item, value))
        } else {
            fallbacks.append((place.systems, value))
        }
    }

    private typealias Place = (group: String, member: String, item: String, systems: [String])

    private static let places: [Place] = [
        ("androidInfo", "androidFallbackLink", "afl", ["android"]),
        ("iosInfo", "iosFallbackLink", "ifl", ["ios"]),
        ("desktopInfo", "desktopFallbackLink", "ofl", ["linux", "macos", "windows"]),
        ("androidInfo", "androidMinPackageVersionCode", "amv", []),
        ("iosInfo", "iosCustomScheme", "ius", []), ("iosInfo", "iosMinimumVersion", "imv", []),
        ("iosInfo", "iosIpadFallbackLink", "ipfl", []),
        ("socialMetaTagInfo", "socialTitle", "st", []), ("socialMetaTagInfo", "socialDescription", "sd", []),
        ("socialMetaTagInfo", "socialImageLink", "si", []),
    ]

    /// The decoded items of an address's query; of equal names the first counts.
    private static func items(_ address: String) -> [String: String] {
        guard let mark = address.firstIndex(of: "?") else { return [:] }
        var items: [String: String] = [:]
        for item in address[address.index(after: mark)...].prefix(while: { $0 != "#" }).split(separator: "&") {
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(halves[0])
            guard halves.count == 2, items[name] == nil else { continue }
            items[name] = PercentEncoding.decodeText(halves[1].replacing("+", with: " "))
        }
        return items
    }
}

/// The state of reading one export.
private struct FirebaseReading {
    let document: JSONDocument
    var table = ImportedTable()
    private var known: Set<String> = []

    init(document: JSONDocument) { self.document = document }

    mutating func read() {
        let root = document.root
        let list = root.kind == .array ? root : root["managedShortLinks"] ?? root["links"] ?? root
        guard list.kind == .array else {
            return table.report(
                .syntax, .node(root), "there is no list of links",
                #"write [{"link": "https://a.page.link/b", "info": {"link": "https://www.example.com/b"}}]"#)
        }
        let name = root.kind == .array ? nil : root["managedShortLinks"] == nil ? "links" : "managedShortLinks"
        for (index, entry) in list.elements.enumerated() {
            let pointer = JSONPointer((name.map { [$0] } ?? []) + [String(index)])
            let place = SourcePlace.json(pointer, offset: entry.offset)
            guard table.takesEntry(at: place) else { break }
            readEntry(entry, at: place)
        }
    }

    private mutating func readEntry(_ entry: JSONNode, at place: SourcePlace) {
        guard let link = FirebaseLink(entry) else {
            return table.report(
                .importDropped, place, "an entry without a short link is left out",
                "an entry has link and info, or shortLink and longLink")
        }
        guard table.accepts(link.short, at: place) else { return }
        guard let path = Self.pattern(link.short) else {
            return table.drop(
                link.short, at: place, "a rule for it would lead wherever a query says",
                "make short links, or write rules for the deep links' own paths")
        }
        guard known.insert(path).inserted else {
            return table.drop(link.short, at: place, "an earlier entry has the same link", "keep one of them")
        }
        guard let deep = link.link, table.accepts(deep, at: place) else {
            return table.drop(link.short, at: place, "it has no deep link", "add the deep link, or leave the entry out")
        }
        if let scheme = ForbiddenSchemes.scheme(of: deep) {
            return table.drop(link.short, at: place, ForbiddenSchemes.refusal(of: scheme), ForbiddenSchemes.hint)
        }
        guard let pattern = table.pattern(path, of: link.short, at: place),
            let destination = table.redirect(TargetText.literal(deep), query: .drop, of: link.short, at: place)
        else { return }
        for fallback in link.fallbacks { append(fallback, pattern, link.short, place) }
        table.append([pattern], to: destination)
        let (page, others) = Self.page(link.others)
        if page != LinkPage() { table.rules[table.rules.count - 1].linkText = page.json.canonicalBytes }
        for (name, value) in others {
            table.remark(
                "“\(name)” of “\(link.short)” is left out: \(value.prefix(200))", at: place,
                name.hasPrefix("s")
                    ? "set the rule's title, description and image for previews"
                    : "apps with the rules decide by their own version")
        }
    }

    /// What previews show, and the rest; what a rule cannot have are a part of the rest.
    private static func page(
        _ others: [(name: String, value: String)]
    ) -> (page: LinkPage, rest: [(name: String, value: String)]) {
        var page = LinkPage()
        let rest = others.filter { name, value in
            switch name {
            case "st" where isLine(value, bytesMax: LinkSettingsLimits.titleBytesMax): page.title = value
            case "sd" where isLine(value, bytesMax: LinkSettingsLimits.descriptionBytesMax): page.description = value
            case "si" where value.utf8.count <= LinkSettingsLimits.addressBytesMax && isPicture(value):
                page.image = value
            default: return true
            }
            return false
        }
        return (page, rest)
    }

    private static func isLine(_ text: String, bytesMax: Int) -> Bool {
        text.utf8.count <= bytesMax
            && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
    }

    private static func isPicture(_ text: String) -> Bool {
        guard let address = try? Address(text) else { return false }
        return address.scheme == "https" && !address.hasCredentials
    }

    /// Appends a rule for browsers of some systems, where the app is not there.
    private mutating func append(
        _ fallback: (systems: [String], address: String), _ pattern: Pattern, _ short: String, _ place: SourcePlace
    ) {
        guard table.accepts(fallback.address, at: place),
            let destination = table.redirect(TargetText.literal(fallback.address), query: .drop, of: short, at: place)
        else { return }
        var clauses = Clauses()
        clauses.platform = ["web"]
        clauses.attributes = [AttributeClause(name: "os", values: fallback.systems)]
        table.append([pattern], when: Condition(clauses), to: destination)
    }

    /// The pattern of a short link: its address without a query, as literal text; nil for one without a path.
    private static func pattern(_ short: String) -> String? {
        guard let address = try? Address(short), ["https", "http"].contains(address.scheme), address.path != "/",
            let host = address.host, address.port == nil, !address.hasCredentials
        else { return nil }
        var escaped = ""
        for character in address.path {
            if "\\:*+?(){}".contains(character) { escaped += "\\" }
            escaped.append(character)
        }
        return "https://\(host)\(escaped)"
    }
}
