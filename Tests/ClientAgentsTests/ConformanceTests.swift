import CanonicalJSON
import ClientAgents
import TestSupport
import Testing

@Suite("User-Agents of uap-core", .scheduled)
struct ConformanceTests {
    /// Families of uap-core that this package names.
    private static let families: [String: OperatingSystem] = [
        "iOS": .ios, "Android": .android, "HarmonyOS": .harmony, "Windows": .windows, "Mac OS X": .macos,
        "Linux": .linux, "Ubuntu": .linux, "CentOS": .linux, "Gentoo": .linux, "Slackware": .linux,
        "Linux Mint": .linux, "Red Hat": .linux,
    ]
    /// Cases in which uap-core names another system, or a version that the text does not state, each with the reason.
    private static let departures: [String: String] = [
        "Android 2.1-update1": "the version is 2.1 here; uap-core says 2.1.update1",
        "PAN GlobalProtect/5.0.0": "the text names Windows 10 and Windows NT 6.2; the second counts here",
    ]

    @Test(
        "the system is right, and the version where the text states it",
        .enabled(if: ConformanceFolder.isPresent("user-agents.json")))
    func agrees() throws {
        let document = try JSONDocument(parsing: ConformanceFolder.bytes(of: "user-agents.json"))
        #expect(Self.departures.values.allSatisfy { !$0.isEmpty })
        var (named, versions, unstated, departing, others) = (0, 0, 0, 0, 0)
        for item in document.root.elements {
            let text = try #require(item["userAgent"]?.stringValue)
            let agent = ClientAgent(userAgent: text)
            guard let expected = Self.families[item["family"]?.stringValue ?? ""] else {
                others += 1
                continue
            }
            if Self.departures.keys.contains(where: text.contains) {
                departing += 1
                continue
            }
            named += 1
            #expect(agent.os == expected, "\(text)")
            let version = item["version"]?.stringValue ?? ""
            if let found = agent.osVersion {
                versions += 1
                #expect(found == version, "\(text)")
            } else {
                unstated += 1
            }
        }
        #expect(named + departing == 232 && departing == Self.departures.count)
        // The others are kernels of Apple (CFNetwork), old names of Windows, and texts without a version.
        #expect(versions == 83)
        ConformanceFolder.report(
            "user-agents.json",
            [
                "systems right": named, "versions right": versions, "versions not stated": unstated,
                "departures": departing, "of systems without a name here": others,
            ])
    }
}
