/// A file descriptor with one owner, who closes it exactly once and says so.
///
/// A class that keeps a descriptor for its own life, or a table that is indexed by the numbers, takes the number with
/// `release` and closes it where the life ends.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, for calls that only borrow it.
    package let number: Int32

    /// Becomes the owner of a number.
    package init(owning number: Int32) { self.number = number }

    /// Gives it back (close(2)).
    package consuming func close() {
        SystemCall.close(number)
        discard self
    }

    /// Makes the caller the owner.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // Forgetting to close is found where it happens; a release build still does not leak.
        assertionFailure("descriptor \(number) was forgotten")
        SystemCall.close(number)
    }
}
