/// A file descriptor with one owner, which closes it exactly once, explicitly.
///
/// A class that owns a descriptor until its deinit, or a table that is indexed by descriptors, takes the number with
/// `release` and closes it itself.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, for system calls.
    package let number: Int32

    /// Takes ownership of a number.
    package init(owning number: Int32) { self.number = number }

    /// Closes it (close(2)).
    package consuming func close() {
        SystemCall.close(number)
        discard self
    }

    /// Passes ownership to the caller.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        // A debug build stops if the descriptor was not closed; a release build closes it.
        assertionFailure("descriptor \(number) was neither closed nor released")
        SystemCall.close(number)
    }
}
