/// How a screen comes onto the display; the raw values may stand in rules as `transition`.
public enum TransitionType: String, Sendable, Hashable, Codable, CaseIterable {
    /// Into the navigation around the source: pushed in a stack, presented where there is no container.
    case show
    /// Over everything, as a modal.
    case present
}
