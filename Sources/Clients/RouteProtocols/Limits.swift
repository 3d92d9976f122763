/// Every bound of this target, with its reason.
enum Limits {
    /// Values in a stash; each is removed when it is used, so only values that are never used can fill it.
    static let stashedValuesMax = 64
    /// The longest lifetime of a stashed value; its screen uses it as soon as it is made.
    static let stashLifetimeMax = Duration.seconds(600)
    /// UTF-8 bytes of a JSON value in a query: an address has at most 8 KB.
    static let jsonBytesMax = 8192
    /// Arrays and objects inside each other in such a value.
    static let jsonDepthMax = 16
}
