import LinkFiles
import WebAddress

extension PhoneDiagnosis {
    /// What the system does with the link, by what the build declares and by the file of the link's host.
    static func file(_ address: Address, _ phone: LinkPhone, _ sources: Sources) -> Step {
        guard address.scheme == "https" else {
            return .stops(.os, "only https links are given to apps", next: "write the link with https")
        }
        if phone.os == .ios || phone.os == .android, let step = undeclared(address, phone, sources) { return step }
        switch phone.os {
        case .ios:
            guard let file = sources.apple else { return absent("\(AppleLinkFile.path) is absent, or iOS refuses it") }
            return said(file.decision(for: address), by: "apple-app-site-association", sources)
        case .android:
            guard let file = sources.android else {
                return absent("\(AndroidLinkFile.path) is absent, or Android refuses it")
            }
            return android(address, phone, file, sources)
        case .harmony:
            guard let file = sources.harmony else { return absent("\(HarmonyLinkFile.path) is absent") }
            return file.apps.contains { sources.apps.contains($0) }
                ? .passes(.os, "applinking.json names the app; its module file decides")
                : .stops(.os, "applinking.json lacks the app", next: nameTheApp)
        case .windows, .macos, .linux:
            return .stops(.os, "\(phone.os.rawValue) gives links to no app of a phone", next: nil)
        }
    }

    private static let nameTheApp = "name the app of this system in \"surfaces\" of the host, and publish"

    private static func absent(_ text: String) -> Step {
        .stops(.os, text, next: nameTheApp + "; `waymark surfaces verify` reads what the host really serves")
    }

    /// What a build does not declare, no file gives it.
    private static func undeclared(_ address: Address, _ phone: LinkPhone, _ sources: Sources) -> Step? {
        guard let declared = sources.declared else { return nil }
        let build = "the build \(phone.appVersion ?? "")"
        let next = "release a build that declares it, or use a host that the build declares"
        return switch declared.reach(address) {
        case .declared: nil
        case .otherHost: .stops(.os, "\(build) does not declare \(address.host ?? "the host")", next: next)
        case .otherPath: .stops(.os, "\(build) declares \(address.host ?? "the host") without this path", next: next)
        }
    }

    /// Before Android 15 the manifest alone decides: the file only has to name the app.
    private static func android(
        _ address: Address, _ phone: LinkPhone, _ file: AndroidLinkFile, _ sources: Sources
    ) -> Step {
        let packages = file.statements.compactMap { statement -> String? in
            guard case .app(let package, _) = statement.target, sources.apps.contains(package),
                statement.relations.contains(AndroidLinkFile.handlesLinks)
            else { return nil }
            return package
        }
        guard let package = packages.first else {
            return .stops(.os, "assetlinks.json does not give links to the app", next: nameTheApp)
        }
        if let version = phone.majorVersion, version < 15 {
            return .passes(.os, "assetlinks.json names \(package); before Android 15 its manifest alone decides")
        }
        return said(file.decision(for: address, package: package), by: "assetlinks.json", sources)
    }

    private static func said(_ decision: LinkDecision, by file: String, _ sources: Sources) -> Step {
        switch decision {
        case .opens(let apps, let place):
            let names = apps.joined(separator: ", ")
            if apps.contains(where: { sources.apps.contains($0) }) {
                return .passes(.os, "\(file) \(place) gives it to \(names)")
            }
            return .stops(.os, "\(file) \(place) gives it to \(names), another app", next: nameTheApp)
        case .excluded(let place):
            return .stops(
                .os, "\(file) \(place) keeps it out of the app",
                next: "if the app should open it, remove its pattern from \"never\" of the host, and publish")
        case .unclaimed:
            return .stops(
                .os, "no rule of \(file) matches it",
                next: "add a rule for the address, or a pattern to \"claim\" of the host, and publish")
        }
    }
}
