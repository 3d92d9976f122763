package import CanonicalJSON
import RouteModel

/// Routes of RouterX: `{PATH: {"class": NAME}}` or `{PATH: {"redirectUrl": URL}}`, with paths such as `/a/:b(/:c)`.
package enum RouterXTable {
    /// Reads a table; nothing is left out without a finding.
    ///
    /// - Returns: The rules in the order of the table; paths belong to the app's origins.
    /// - Throws: `JSONError` where the bytes are no JSON; a value that is no table is a finding.
    package static func importing(_ bytes: [UInt8]) throws(JSONError) -> ImportedTable {
        try PatternTable.importing(bytes, convert: PathDialect.routerx.convert)
    }
}

/// Routes of JLRoutes, as RouterX's, with `priority` beside `class` and a scheme before the path of a scheme's own routes:
/// `myapp://user/view/:id`.
package enum JLRoutesTable {
    /// Reads a table; nothing is left out without a finding.
    ///
    /// - Returns: The rules in the order in which JLRoutes tries them: by priority, then as registered.
    /// - Throws: `JSONError` where the bytes are no JSON; a value that is no table is a finding.
    package static func importing(_ bytes: [UInt8]) throws(JSONError) -> ImportedTable {
        var table = try PatternTable.importing(bytes, hasPriorities: true, convert: PathDialect.jlroutes.convert)
        let ranked = table.rules.enumerated().sorted { a, b in
            (-a.element.priority, a.offset) < (-b.element.priority, b.offset)
        }
        table.rules = ranked.map(\.element)
        return table
    }
}
