/// Every bound of this target, with its reason.
enum Limits {
    /// Screens in one stack: a person does not go back through more.
    static let pathMax = 64
    /// Modals over each other: more is a loop of links.
    static let layersMax = 8
    /// How long the end of a dismissal is waited for if no view reports it: longer than the system's animation.
    static let dismissalMax = Duration.seconds(2)
    /// How long the dismissal of an alert is waited for, whose end no view reports.
    static let alertDismissalMax = Duration.milliseconds(400)
    /// Requests that wait for a slow reader of those that are shown; a person opens fewer within a moment.
    static let shownBufferedMax = 64
}
