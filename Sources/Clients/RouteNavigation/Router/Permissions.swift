import RouteProtocols

/// What each kind of link may reach, with the app's feature switches.
@MainActor
struct Permissions {
    /// The feature switches; with nil every feature is off.
    let features: (any FeatureToggleStore)?

    /// Why this kind of link may not open a screen; nil if it may.
    func rejection(of screen: ScreenRegistration, for kind: LinkKind) -> RouteOutcome.Rejection? {
        if kind.isExternal && (screen.exposure != .exported || screen.effect != .read) {
            return .notExported(screen.name)
        }
        return featureOff(anyOf: screen.anyOfFeatures, allOf: screen.allOfFeatures)
    }

    /// Why this kind of link may not reach a registered pattern or path; nil if it may.
    func rejection(of traits: RoutingTraits, named name: String, for kind: LinkKind) -> RouteOutcome.Rejection? {
        if kind.isExternal && (traits.exposure != .exported || traits.effect != .read) { return .notExported(name) }
        return featureOff(anyOf: traits.anyOfFeatures, allOf: [])
    }

    private func featureOff(anyOf: [String], allOf: [String]) -> RouteOutcome.Rejection? {
        let isOn: (String) -> Bool = { features?.isOn($0) ?? false }
        if let off = allOf.first(where: { !isOn($0) }) { return .featureOff(off) }
        return anyOf.isEmpty || anyOf.contains(where: isOn) ? nil : .featureOff(anyOf.joined(separator: " or "))
    }
}
