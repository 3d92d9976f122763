/// Every bound of this target, with its reason.
enum Limits {
    /// Links that wait during a cold start; a person taps one, a faulty sender may send thousands.
    static let waitingLinksMax = 16
    /// Redirects of guards in one attempt; a login and another check need two, and redirects in a circle must end.
    static let guardRedirectsMax = 4
    /// How often guards are asked again because rules changed while they decided.
    static let guardRoundsMax = 3
    /// How often one link is parked for a login and resumed.
    static let resumptionsMax = 4
    /// Attempts that wait for guards at the same time; a person follows one link at a time, a hostile page opens
    /// thousands.
    static let attemptsAskedMax = 64
    /// Attempts inside each other, for example in handlers that open addresses; a circle must end before the stack
    /// overflows.
    static let attemptsInsideMax = 16
    /// Links that open each other without a pause, also in tasks and through the system.
    ///
    /// A flow of an app needs a few, and a round must not run for ever. As many as a stack has screens.
    static let chainedAttemptsMax = 64
    /// The pause after which a link is not counted with the one before; a person answers within it, a round does not wait.
    static let chainPauseMax = Duration.seconds(10)
    /// Screens that wait for the end of a transition; the same limit as for waiting links.
    static let waitingScreensMax = 16
    /// The time between two checks whether a transition that cannot report its end has ended.
    static let displayPause = Duration.milliseconds(50)
    /// The number of these checks: two seconds in all, longer than any transition.
    static let displayPausesMax = 40
    /// Ids of links that are stored to find repetitions; a repetition comes soon after its link.
    static let linkIDsMax = 64
    /// Time between the two deliveries of one universal link by the system: both come in the same transition to the app.
    static let deliveriesApartMax = Duration.seconds(2)
    /// Universal links whose second delivery is looked for.
    static let deliveriesMax = 8
    /// Levels of lists and objects in a payload that are read: an address is not deeper.
    static let entryDepthMax = 16
    /// Values of a payload that are read: notifications have 4 KB.
    static let entryValuesMax = 1024
    /// Names of a payload that a problem tells.
    static let namesToldMax = 8
    /// Bytes of a link that is handed over: as many as the rules read.
    static let handedBytesMax = 8192
    /// Bytes of a campaign value; analytics cut them earlier.
    static let campaignBytesMax = 256
    /// Contexts in one list: a person does not go back through more screens.
    static let contextsMax = 16
}
