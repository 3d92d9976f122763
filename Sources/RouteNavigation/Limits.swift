/// Every bound of this room, with its reason.
enum Limits {
    /// Links that may wait for a cold start; a person taps one, a broken sender floods.
    static let waitingLinksMax = 16
    /// Values a stash holds; each is taken once, so that more means nobody takes them.
    static let stashedValuesMax = 64
}
