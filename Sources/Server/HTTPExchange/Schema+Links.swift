import RouteDocuments

// What drafts and releases say about links that operating systems and browsers open.
extension Schema {
    /// What browsers and previews of chat apps show for a link.
    package static let linkPage = Schema.record("LinkPage", linkRuleMembers)
    /// What the settings say about links, as releases keep it.
    package static let linkSettings = Schema.record("LinkSettings", linkSettingsMembers)

    /// The members about links that rules and settings have.
    static let linkMembers: [String: Schema] = [
        "title?": .text(count: 1...LinkSettingsLimits.titleBytesMax), "image?": webAddress,
        "description?": .text(count: 1...LinkSettingsLimits.descriptionBytesMax),
        "fallback?": .list(.words(LinkFallback.allCases.map(\.rawValue)), count: 1...LinkFallback.allCases.count),
    ]
    /// The members about links that rules have.
    static let linkRuleMembers = linkMembers.merging(["permanent?": .flag]) { own, _ in own }
    /// The members about links that settings have.
    static let linkSettingsMembers = linkMembers.merging([
        "surfaces?": .map(surface, count: 0...LinkSettingsLimits.hostsMax)
    ]) { own, _ in own }

    private static let webAddress = Schema.text(
        pattern: "^[Hh][Tt][Tt][Pp][Ss]?://", count: 1...LinkSettingsLimits.addressBytesMax)
    private static let identifier = Schema.text(count: 1...LinkSettingsLimits.identifierBytesMax)
    private static let paths = Schema.list(
        .text(pattern: "^[/*]", count: 1...LinkSettingsLimits.patternBytesMax),
        count: 0...LinkSettingsLimits.patternsMax)
    private static let surface = Schema.record(
        "Surface",
        [
            "apple?": .list(
                .record("AppleApp", ["appID": .text(pattern: "^[A-Z0-9]{10}\\.[A-Za-z0-9.-]+$")]),
                count: 0...LinkSettingsLimits.appsMax),
            "android?": .list(
                .record(
                    "AndroidApp",
                    [
                        "package": .text(pattern: "^[A-Za-z][A-Za-z0-9_]*(\\.[A-Za-z][A-Za-z0-9_]*)+$"),
                        "sha256": .list(
                            .text(pattern: "^([0-9A-F]{2}:){31}[0-9A-F]{2}$"),
                            count: 1...LinkSettingsLimits.fingerprintsMax),
                    ]), count: 0...LinkSettingsLimits.appsMax),
            "harmony?": .list(identifier, count: 0...LinkSettingsLimits.appsMax),
            "stores?": .record(
                "Stores",
                Dictionary(uniqueKeysWithValues: LinkStore.allCases.map { ("\($0.rawValue)?", webAddress) })),
            "web?": webAddress, "secondHost?": identifier, "colour?": .text(pattern: "^#[0-9A-Fa-f]{6}$"),
            "icon?": webAddress,
            "campaign?": .list(
                .text(pattern: "^[A-Za-z0-9_.-]+$", count: 1...LinkSettingsLimits.campaignBytesMax),
                count: 0...LinkSettingsLimits.campaignNamesMax), "claim?": paths, "never?": paths,
        ])
}
