package import CanonicalJSON
import RouteModel

/// A format of route tables that another system writes and Waymark reads.
///
/// ``all`` is the only list of formats: the server's `?format=`, the media types it accepts, the OpenAPI document,
/// `waymark draft import` and shell completion read it. A new format is a row of this file and a file with its reader.
package struct ImportFormat: Sendable {
    /// The media types in which tables are sent (RFC 9110 section 8.3).
    package enum MediaType: String, Sendable {
        /// A JSON document.
        case json = "application/json"
        /// Lines of UTF-8 text; such a table may be sent as JSON's media type, too.
        case plainText = "text/plain"
    }

    /// How rules are ranked if several match one address.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// As in the source: each rule gets a lower priority than the rule before it.
        case keep
        /// By specificity: every rule has priority 0.
        case specificity
    }

    /// Options of one import.
    package struct Options: Sendable, Hashable {
        /// How patterns of a CNRouter table match longer addresses; other formats ignore it.
        package var matching: CNRouterTable.Matching
        /// How rules are ranked; nil for the format's ``ImportFormat/defaultOrder``.
        package var order: Order?
        /// The origin of targets that are only a path, such as `https://www.example.com`; nil refuses such targets.
        package var origin: String?

        /// Makes options.
        package init(matching: CNRouterTable.Matching = .exact, order: Order? = nil, origin: String? = nil) {
            self.matching = matching
            self.order = order
            self.origin = origin
        }
    }

    /// The value of `?format=` and of `waymark draft import --from`.
    package let name: String
    /// What the table is and which system writes it, in a few words.
    package let summary: String
    /// The usual name of the file; nil if the system defines none.
    package let fileName: String?
    /// The media type of a table.
    package let mediaType: MediaType
    /// The order if a request names none: the source's order if that decides in the source, else specificity.
    package let defaultOrder: Order

    private let reader: @Sendable ([UInt8], Options) throws(JSONError) -> ImportedTable

    /// The format of that name; nil if there is none.
    package static func named(_ name: String) -> ImportFormat? { all.first { $0.name == name } }

    /// The names of all formats, separated by commas.
    package static var nameList: String { all.map(\.name).joined(separator: ", ") }

    /// Name, summary and file name in Markdown: `` `netlify` (redirects of Netlify, `_redirects`) ``.
    package var markdown: String { "`\(name)` (\(summary)\(fileName.map { ", `\($0)`" } ?? ""))" }

    /// Reads a table; each part that is left out or changed has a finding.
    ///
    /// - Throws: `JSONError` if the format is JSON and the bytes are not.
    package func importing(_ bytes: [UInt8], _ options: Options = Options()) throws(JSONError) -> ImportedTable {
        var table = try reader(bytes, options)
        switch options.order ?? defaultOrder {
        case .keep: table.keepOrder()
        case .specificity where name != "csv" || options.order != nil:
            table.rules.indices.forEach { table.rules[$0].priority = 0 }
        case .specificity: break
        }
        table.countUnrecordedFindings()
        return table
    }
}

extension ImportFormat {
    /// Every format, in the order of help texts.
    package static let all: [ImportFormat] = [cnrouter, firebase, jlroutes, netlify, routerx, vercel]

    /// What the columns of comma-separated values may be.
    package static let csvColumns = CSVTable.Column.all.map(\.name)

    /// Comma-separated values (RFC 4180), of which the command line makes rules; servers do not read them.
    ///
    /// - Parameter columns: What the columns are, in order; nil if the header says it.
    /// - Returns: The format.
    package static func csv(columns: [String]?) -> ImportFormat {
        ImportFormat(
            name: "csv", summary: "comma-separated values", fileName: nil, mediaType: .plainText,
            defaultOrder: .specificity
        ) { bytes, options throws(JSONError) in
            CSVTable.importing(bytes, columns: columns, origin: options.origin)
        }
    }

    /// Tables of CNRouter and MGJRouter.
    package static let cnrouter = ImportFormat(
        name: "cnrouter", summary: "CNRouter or MGJRouter table", fileName: nil, mediaType: .json,
        defaultOrder: .specificity
    ) { bytes, options throws(JSONError) in try CNRouterTable.importing(bytes, matching: options.matching) }

    /// Short links of Firebase Dynamic Links.
    package static let firebase = ImportFormat(
        name: "firebase", summary: "short links of Firebase Dynamic Links", fileName: nil, mediaType: .json,
        defaultOrder: .specificity
    ) { bytes, _ throws(JSONError) in try FirebaseLinks.importing(bytes) }

    /// Routes of JLRoutes.
    package static let jlroutes = ImportFormat(
        name: "jlroutes", summary: "routes of JLRoutes", fileName: nil, mediaType: .json, defaultOrder: .keep
    ) { bytes, _ throws(JSONError) in try JLRoutesTable.importing(bytes) }

    /// Netlify's `_redirects`.
    package static let netlify = ImportFormat(
        name: "netlify", summary: "redirects of Netlify", fileName: "_redirects", mediaType: .plainText,
        defaultOrder: .keep
    ) { bytes, options throws(JSONError) in NetlifyRedirects.importing(bytes, origin: options.origin) }

    /// Routes of RouterX.
    package static let routerx = ImportFormat(
        name: "routerx", summary: "routes of RouterX", fileName: nil, mediaType: .json, defaultOrder: .specificity
    ) { bytes, _ throws(JSONError) in try RouterXTable.importing(bytes) }

    /// Vercel's `vercel.json`.
    package static let vercel = ImportFormat(
        name: "vercel", summary: "redirects of Vercel", fileName: "vercel.json", mediaType: .json, defaultOrder: .keep
    ) { bytes, options throws(JSONError) in try VercelRedirects.importing(bytes, origin: options.origin) }
}

extension ImportedTable {
    /// Gives priorities to rules that meet others, where specificity would change their order; all others have 0.
    ///
    /// Only if the rules need more levels than there are priorities above 0, all begin below 0.
    fileprivate mutating func keepOrder() {
        let priorities = 2 * ModelLimits.priorityMax + 1
        let levels = OrderLevels(rules).levels
        let needed = (levels.max() ?? 0) + 1
        guard needed <= priorities else {
            rules.indices.forEach { rules[$0].priority = 0 }
            report(
                .importOrder, severity: .error, .line(1, column: 1),
                "the order of \(rules.count) rules needs \(needed) priorities, and there are \(priorities)",
                "import with order=specificity, and check the addresses whose result changes")
            return
        }
        let last = min(0, ModelLimits.priorityMax - (needed - 1))
        for index in rules.indices { rules[index].priority = last + levels[index] }
    }
}
