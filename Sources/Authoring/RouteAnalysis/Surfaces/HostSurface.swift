import LinkFiles
import RouteDocuments
import RoutePattern
import WebAddress

/// What the operating systems get for one host of a draft.
struct HostSurface {
    let host: String
    let settings: SurfaceSettings
    /// What the files are written from.
    let surface: LinkSurface
    /// Where the files say more or less than the rules, by positions in the order; empty if `claim` is given.
    let departures: [ClaimDeparture]
    private let claims: [LinkPattern]
    private let excludes: [LinkPattern]

    /// Makes what the systems get, from the alternatives of all enabled rules in their order.
    init(_ host: String, _ settings: SurfaceSettings, _ alternatives: [Alternative], _ release: CompiledDraft) {
        self.host = host
        self.settings = settings
        var surface = LinkSurface(
            apple: settings.apple,
            android: settings.android.map {
                LinkSurface.AndroidApp(package: $0.package, fingerprints: $0.fingerprints)
            },
            harmony: settings.harmony, excludes: settings.never.map(LinkPath.pattern))
        if let claim = settings.claim {
            surface.claims = claim.map(LinkPath.pattern)
            departures = []
        } else {
            release.work.spend(release.entries.count / Limits.claimsPerStep)
            let claims = RuleClaims(of: alternatives, host: host, excludes: surface.excludes) {
                !release.matches($0.href).isEmpty
            }
            surface.claims = claims.claims
            departures = claims.departures
        }
        self.surface = surface
        claims = surface.claims.compactMap { try? LinkPattern($0) }
        excludes = surface.excludes.compactMap { try? LinkPattern($0) }
    }

    /// Whether an app is named, so that the files give links to it.
    var hasApps: Bool { !surface.apple.isEmpty || !surface.android.isEmpty || !surface.harmony.isEmpty }

    /// Whether the files can miss addresses of rules: others say all that the rules say, or have a departure.
    var mayMissRules: Bool {
        settings.claim != nil || !settings.never.isEmpty || departures.contains { $0.reason == .tooMany }
    }

    /// The systems whose files name patterns and an app, for people; HarmonyOS's file has no patterns.
    var systems: String {
        let names = [surface.apple.isEmpty ? nil : "iOS", surface.android.isEmpty ? nil : "Android"]
        return names.compactMap { $0 }.joined(separator: " and ")
    }

    /// Whether an app of a platform is named; nil stands for any platform.
    func hasApp(on platform: String?) -> Bool {
        switch platform {
        case "ios": !surface.apple.isEmpty
        case "android": !surface.android.isEmpty
        case "harmony": !surface.harmony.isEmpty
        default: hasApps
        }
    }

    /// Whether the files that name paths give an address of this host to an app.
    func opens(_ address: Address) -> Bool {
        let path = LinkPath.text(of: address)
        return claims.contains { $0.matches(path) } && !excludes.contains { $0.matches(path) }
    }

    /// Whether the file of a platform gives an address of this host to its app; nil for any of the platforms.
    ///
    /// HarmonyOS's file has apps and no paths: it gives every address.
    func opens(_ address: Address, on platform: String?) -> Bool {
        let isHarmony = platform.map { $0 == "harmony" } ?? !settings.harmony.isEmpty
        return hasApp(on: platform) && (isHarmony ? !claims.isEmpty : opens(address))
    }

    /// Whether HarmonyOS's file gives more to the app than the others, which name paths.
    var isWiderOnHarmony: Bool {
        let isAll = excludes.isEmpty && claims.contains { ["*", "/*"].contains($0.text) }
        return !settings.harmony.isEmpty && !claims.isEmpty && !isAll
    }

    /// Whether the files keep an address of this host out of all apps.
    func excludes(_ address: Address) -> Bool {
        let path = LinkPath.text(of: address)
        return excludes.contains { $0.matches(path) }
    }

    /// The steps of ``opens(_:)``: patterns are compared character by character.
    func steps(_ address: Address) -> Int {
        1 + (claims.count + excludes.count) * (1 + address.path.utf8.count / Limits.pathBytesPerStep)
            / Limits.claimsPerStep
    }

    /// The address, if it is an https one of this host.
    func own(_ text: String) -> Address? {
        guard let address = try? Address(text), address.scheme == "https", address.host == host else { return nil }
        return address
    }

    /// The files.
    var files: ReleaseSurfaces.Files {
        ReleaseSurfaces.Files(apple: surface.appleFile, android: surface.androidFile, harmony: surface.harmonyFile)
    }
}
