extension Array {
    /// Sorts a short list by insertion.
    ///
    /// Stable, and quadratic in the length of the list, which a limit of the caller bounds. The compiler copies the library's
    /// `sort` for each type of element, 3 kB of machine code in every app; this one is small.
    ///
    /// - Parameter precedes: whether the first element belongs before the second one.
    package mutating func sortShort(by precedes: (Element, Element) -> Bool) {
        for end in indices.dropFirst() {
            var place = end
            while place > 0, precedes(self[end], self[place - 1]) { place -= 1 }
            if place < end { insert(remove(at: end), at: place) }
        }
    }
}
