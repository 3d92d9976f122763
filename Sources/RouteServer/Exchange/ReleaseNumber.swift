/// A release's number as addresses write it.
enum ReleaseNumber {
    /// Reads a number; 404 for anything else.
    ///
    /// `01` is none: a release has one address, or caches would hold it twice.
    static func read(_ text: String) throws(Problem) -> Int {
        guard let number = Int(text), number > 0, String(number) == text else {
            throw .notFound("\(text) is not the number of a release")
        }
        return number
    }
}
