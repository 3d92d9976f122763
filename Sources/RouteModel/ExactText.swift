/// Texts compared as clients in every language do: byte for byte.
///
/// `String`'s own comparison calls é as one scalar and as two the same, which JavaScript and Kotlin do not.
package enum ExactText {
    /// Says whether two texts are the same bytes.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8)
    }
}
