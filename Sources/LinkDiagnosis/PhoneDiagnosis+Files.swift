import ClientAgents
import LinkFiles
import WebAddress

extension PhoneDiagnosis {
    /// What the system does with the link, by the file of its host.
    static func file(_ address: Address, _ phone: LinkPhone, _ sources: Sources) -> Step {
        let step = { (isPassed: Bool, text: String) in Step(surface: .os, isPassed: isPassed, text: text) }
        guard address.scheme == "https" else { return step(false, "only https links are given to apps") }
        switch phone.os {
        case .ios:
            guard let file = sources.apple else {
                return step(false, "\(AppleLinkFile.path) is absent, or iOS refuses it")
            }
            return said(file.decision(for: address), by: "apple-app-site-association", sources)
        case .android:
            guard let file = sources.android else {
                return step(false, "\(AndroidLinkFile.path) is absent, or Android refuses it")
            }
            return android(address, phone, file, sources)
        case .harmony:
            guard let file = sources.harmony else { return step(false, "\(HarmonyLinkFile.path) is absent") }
            let isNamed = file.apps.contains { sources.apps.contains($0) }
            return step(
                isNamed,
                isNamed ? "applinking.json names the app; its module file decides" : "applinking.json lacks the app")
        case .windows, .macos, .linux: return step(false, "\(phone.os.rawValue) gives links to no app of a phone")
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
            return Step(surface: .os, isPassed: false, text: "assetlinks.json does not give links to the app")
        }
        if let version = phone.majorVersion, version < 15 {
            return Step(
                surface: .os, isPassed: true,
                text: "assetlinks.json names \(package); before Android 15 its manifest alone decides")
        }
        return said(file.decision(for: address, package: package), by: "assetlinks.json", sources)
    }

    private static func said(_ decision: LinkDecision, by file: String, _ sources: Sources) -> Step {
        switch decision {
        case .opens(let apps, let place):
            let isOurs = apps.contains { sources.apps.contains($0) }
            return Step(
                surface: .os, isPassed: isOurs,
                text: "\(file) \(place) gives it to \(apps.joined(separator: ", "))\(isOurs ? "" : ", another app")")
        case .excluded(let place):
            return Step(surface: .os, isPassed: false, text: "\(file) \(place) keeps it out of the app")
        case .unclaimed: return Step(surface: .os, isPassed: false, text: "no rule of \(file) matches it")
        }
    }
}
