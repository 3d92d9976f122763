/// Every bound of this room, with its reason.
enum Limits {
    /// Links that may wait for a cold start; a person taps one, a broken sender floods.
    static let waitingLinksMax = 16
    /// Values a stash holds; each is taken once, so that more means nobody takes them.
    static let stashedValuesMax = 64
    /// How long a stashed value waits at most; a screen that is on its way takes it at once.
    static let stashLifetimeMax = Duration.seconds(600)
    /// Guards that may send one attempt elsewhere; login and one more gate are two, and two that point at each other
    /// must end.
    static let guardRedirectsMax = 4
    /// Times that guards are asked anew because rules changed while they thought; twice is bad luck already.
    static let guardRoundsMax = 3
    /// Times that one link may wait for a login and go on; a login that four times was none will be none.
    static let resumptionsMax = 4
    /// Attempts that guards are asked about at once; a person follows one link at a time, a hostile page thousands.
    static let attemptsAskedMax = 64
    /// Attempts inside each other, as when a handler opens an address; more is a circle, and the stack is finite.
    static let attemptsInsideMax = 16
    /// Screens that wait for the display to stand still; as many as links may wait.
    static let waitingScreensMax = 16
    /// How often a movement is asked whether it has ended if it cannot tell itself, and the pause between: two seconds,
    /// which no transition takes.
    static let displayPause = Duration.milliseconds(50)
    static let displayPausesMax = 40
    /// Ids of links remembered to see that one comes twice; systems repeat a link at once, not an hour later.
    static let linkIDsMax = 64
    /// Contexts in one list: nobody goes back through more screens.
    static let contextsMax = 16
    /// UTF-8 bytes of a JSON value in a query: an address has 8 KB.
    static let jsonBytesMax = 8192
    /// Arrays and objects inside each other in such a value.
    static let jsonDepthMax = 16
}
