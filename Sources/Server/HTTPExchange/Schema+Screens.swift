import RouteDocuments
import RouteModel

// What builds of an app have: screens with their parameters, and the hosts whose links they declare.
extension Schema {
    /// The members of the screens of a build.
    package static let screensMembers: [String: Schema] = [
        "screens": .map(.list(label, count: 0...ModelLimits.constantsMax), count: 0...ModelLimits.screensMax),
        "hosts?": .map(
            .list(
                .text(pattern: "^[/*]", count: 1...LinkSettingsLimits.patternBytesMax),
                count: 0...LinkSettingsLimits.patternsMax), count: 0...LinkSettingsLimits.declaredHostsMax),
    ]
    /// The screens of a build, as they are stored.
    package static let screens = Schema.record("Screens", screensMembers)
    /// The screens of a build in a list of builds.
    package static let buildScreens = Schema.record(
        "BuildScreens", screensMembers.merging(["platform": word, "version": word]) { own, _ in own })
}
