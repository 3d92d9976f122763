import StoreRecords

extension StoreError {
    /// A failure of the operating system while a file of the store was opened or made.
    static func system(_ errno: Int32, _ what: String) -> StoreError {
        // EACCES 13, EPERM 1, EROFS 30, ENOSPC 28, EEXIST 17 on Linux (errno(3)); this target does not import the C
        // library.
        switch errno {
        case 17:
            StoreError(
                .exists, "A file exists already at the path of this operation: \(what).", hint: "Name another file.")
        case 1, 13, 30:
            StoreError(
                .readOnly, "The system does not let this process \(what) (errno \(errno)).",
                hint: "Let the server's account write the database file and its directory.")
        case 28:
            StoreError(
                .diskFull, "There is no space to \(what).", hint: "Free space on the database's disk.")
        default:
            StoreError(
                .storage, "The system failed to \(what) (errno \(errno)).",
                hint: "Check that the folder exists and is on a local disk.")
        }
    }
}
