package import CanonicalJSON
import RouteModel

/// A system whose tables can be read.
package enum ImportFormat: String, Sendable, Hashable, CaseIterable {
    /// A CNRouter or MGJRouter table.
    case cnrouter
    /// Routes of JLRoutes.
    case jlroutes
    /// Netlify's `_redirects`.
    case netlify
    /// Routes of RouterX.
    case routerx
    /// Vercel's `vercel.json`.
    case vercel

    /// How the rules of a table are told apart where several fit an address.
    package enum Order: String, Sendable, Hashable, CaseIterable {
        /// As the source has it: each rule gets a priority below the one before it.
        case keep
        /// As Waymark does without priorities: the rule that matches less wins.
        case specificity
    }

    /// What a table is read with.
    package struct Options: Sendable, Hashable {
        /// How far patterns of a CNRouter table reach.
        package var matching: CNRouterTable.Matching
        /// How rules are told apart; nil for the format's own habit.
        package var order: Order?
        /// What a target that is only a path belongs to; Netlify and Vercel have such.
        package var origin: String?

        /// Makes options.
        package init(matching: CNRouterTable.Matching = .exact, order: Order? = nil, origin: String? = nil) {
            self.matching = matching
            self.order = order
            self.origin = origin
        }
    }

    /// The names of all formats, for people.
    package static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The order of tables in this format where none is asked for: the source's, where the source has one.
    package var ownOrder: Order {
        switch self {
        case .cnrouter, .routerx: .specificity
        case .jlroutes, .netlify, .vercel: .keep
        }
    }

    /// Reads a table; nothing is left out without a finding.
    ///
    /// - Throws: `JSONError` where the format is JSON and the bytes are none.
    package func importing(_ bytes: [UInt8], _ options: Options = Options()) throws(JSONError) -> ImportedTable {
        var table =
            switch self {
            case .cnrouter: try CNRouterTable.importing(bytes, matching: options.matching)
            case .jlroutes: try JLRoutesTable.importing(bytes)
            case .netlify: NetlifyRedirects.importing(bytes, origin: options.origin)
            case .routerx: try RouterXTable.importing(bytes)
            case .vercel: try VercelRedirects.importing(bytes, origin: options.origin)
            }
        switch options.order ?? ownOrder {
        case .keep: table.keepOrder()
        case .specificity: table.rules.indices.forEach { table.rules[$0].priority = 0 }
        }
        return table
    }
}

extension ImportedTable {
    /// Gives each rule a priority below the one before it, from the number of rules down to 1 or lower.
    fileprivate mutating func keepOrder() {
        let priorities = 2 * ModelLimits.priorityMax + 1
        guard rules.count <= priorities else {
            report(
                .importOrder, .error, .line(1, column: 1),
                "\(rules.count) rules cannot keep their order: there are \(priorities) priorities",
                "import with order=specificity, and look at the addresses that this changes")
            return
        }
        let first = min(rules.count, ModelLimits.priorityMax)
        for index in rules.indices { rules[index].priority = first - index }
    }
}
