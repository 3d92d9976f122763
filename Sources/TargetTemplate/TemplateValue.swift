/// The value of a template's variable (RFC 6570 section 2.3); an empty list or map counts as undefined.
package enum TemplateValue: Sendable, Hashable {
    case string(String)
    case list([String])
    /// An associative array, in the order in which it is expanded.
    case map([Pair])

    /// One member of an associative array.
    package struct Pair: Sendable, Hashable {
        /// The member's name.
        package var name: String
        /// The member's value.
        package var value: String

        /// A member of that name and value.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
