import RouteModel

/// Who does a write, and when: what every audit row begins with.
struct Stamp: Sendable {
    /// Who.
    let by: Principal
    /// When.
    let at: Instant
}
