/// The mark of a database into which a store is being copied.
package enum CopyMark {
    /// The name of a migration that no version has, so that no version opens the database before the copy is done.
    package static let migration = "unfinished copy"

    /// The refusal of such a database.
    package static let refusal = StoreError(
        .newer, "The copy of a store into this database is not finished.",
        hint: "Run waymark store copy again with the same source and target.")
}
