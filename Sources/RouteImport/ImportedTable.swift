package import RouteModel

/// What a table of another system becomes: rules, what the settings must allow for them, and what was not carried over.
package struct ImportedTable: Sendable, Hashable {
    /// The rules, in the order of the source.
    package var rules: [Rule] = []
    /// Entries that `settings.destinations` needs for the table's redirects, in the order of the source.
    package var destinations: [String] = []
    /// The custom schemes of the table's patterns, for `settings.schemes`.
    package var schemes: [String] = []
    /// One finding for each entry or part of one that was changed or left out; an error leaves the entry out.
    package var findings: [Finding] = []
    /// The ids given so far.
    var ids: Set<String> = []
}

extension Finding.Code {
    /// An entry of a foreign table was left out.
    package static let importDropped = Self(rawValue: "import-dropped")
    /// A part of an entry was left out or says something else now.
    package static let importChanged = Self(rawValue: "import-changed")
    /// The order of a foreign table and the order by specificity lead an address to different places.
    package static let importOrder = Self(rawValue: "import-order")
    /// A rule cannot be said in a foreign table.
    package static let exportDropped = Self(rawValue: "export-dropped")
}
