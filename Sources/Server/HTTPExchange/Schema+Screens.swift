import RouteDocuments
import RouteModel

// What builds of an app have: screens with their parameters, and the hosts whose links they declare.
extension Schema {
    private static let screensByName = Schema.map(
        .list(label, count: 0...ModelLimits.constantsMax), count: 0...ModelLimits.screensMax)
    private static let declaredHosts = Schema.map(
        .list(
            .text(pattern: "^[/*]", count: 1...LinkSettingsLimits.patternBytesMax),
            count: 0...LinkSettingsLimits.patternsMax), count: 0...LinkSettingsLimits.declaredHostsMax)
    /// The screens of a build, as they are stored.
    package static let screens = Schema.component(
        "Screens", .object(["screens": screensByName, "hosts": declaredHosts], required: ["screens"]))
    /// The screens of a build in a list of builds.
    package static let buildScreens = Schema.component(
        "BuildScreens",
        .object(
            ["platform": word, "version": word, "screens": screensByName, "hosts": declaredHosts],
            required: ["platform", "version", "screens"]))
}
