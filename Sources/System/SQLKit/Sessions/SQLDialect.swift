/// What the statements of databases differ in, as pieces of SQL; all other statements are the same for every database.
///
/// Common are: parameters `?1`, `?2` …; `ON CONFLICT`, `RETURNING`, comparisons of rows; a column `rowid` in the order of
/// insertion where it is used. A parameter that is compared with NULL alone needs a cast, and a sum of integers, too.
package protocol SQLDialect: Sendable {
    /// Joins the texts of all rows of a group in any order; NULL if there are none.
    func joined(_ text: String, by separator: String) -> String

    /// A subquery with the texts in a JSON list, which is a parameter.
    func elements(of list: String) -> String

    /// A table of a FROM clause that is read by an index; by its primary key if there is no index.
    func table(_ name: String, as alias: String, by index: String?) -> String

    /// A join that reads the left table first.
    var orderedJoin: String { get }

    /// The length of a text in bytes.
    func byteCount(of text: String) -> String

    /// A statement after which the numbers that the database makes for a column are larger than all in the table; nil if it
    /// does so itself.
    func continueNumbers(of table: String, _ column: String) -> String?

    /// A number for a row that is inserted later, of those that the database makes for a column; `index` counts the numbers of
    /// one query from 0.
    func nextNumber(of table: String, _ column: String, _ index: Int) -> String

    /// An expression: whether the transaction now shares the lock of a number with others; false while one has it alone.
    func sharesLock(of number: String) -> String

    /// An expression that waits until the transaction has the lock of a number alone; nil where one transaction writes at a
    /// time.
    func takesLock(of number: String) -> String?

    /// Where a text is in another, from 1; 0 if it is not there.
    func position(of text: String, in other: String) -> String
}
