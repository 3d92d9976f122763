import CanonicalJSON
package import WebAddress

/// Android's `assetlinks.json`: a Digital Asset Links statement list.
///
/// Sources: <https://developers.google.com/digital-asset-links/v1/create-statement>,
/// <https://developer.android.com/training/app-links/configure-assetlinks>.
package struct AndroidLinkFile: Sendable, Equatable {
    /// The well-known path of the file.
    package static let path = "/.well-known/assetlinks.json"
    /// The relation that gives links to an app.
    package static let handlesLinks = "delegate_permission/common.handle_all_urls"

    /// To whom a statement gives its relations.
    package enum Target: Sendable, Equatable {
        /// A web site without path.
        case web(site: String)
        /// An app, with the SHA-256 fingerprints of its certificates.
        case app(package: String, fingerprints: [String])
        /// The statements of another file.
        case include(String)
    }

    /// One statement.
    package struct Statement: Sendable, Equatable {
        /// The relations in order.
        package var relations: [String]
        /// To whom they are given.
        package var target: Target
        /// The dynamic rules of Android 15 in order; nil if there are none or Android discards them.
        package var rules: [LinkComponent]?
        var place: JSONPointer
    }

    /// The statements in order.
    package var statements: [Statement]

    /// Reads a file; one wrong statement refuses the whole list, as Google's verifier does.
    package static func read(_ bytes: [UInt8]) -> LinkReading<AndroidLinkFile> {
        do throws(LinkProblem) {
            let root = try linkDocument(bytes, file: "assetlinks.json").root
            var reader = AndroidLinkReader()
            let file = reader.file(root)
            return LinkReading(file: file, problems: reader.problems.items)
        } catch {
            return LinkReading(file: nil, problems: [error])
        }
    }

    /// What the file says about an address of its host, on Android 15 and later.
    ///
    /// Without dynamic rules every address is claimed; with rules, one that matches none is unclaimed.
    /// The pages do not state that last case; the system does it (AOSP, `DomainVerificationService.java`,
    /// `matchUriRelativeFilterGroups`, and `UriRelativeFilterGroup.java`, `matchGroupsToUri`).
    ///
    /// The file cannot widen what the manifest of the installed build declares
    /// (<https://developer.android.com/training/app-links/faq>); nil means that it declares every address.
    package func decision(
        for address: Address, package name: String, manifest: AndroidManifestScope? = nil
    ) -> LinkDecision {
        if let manifest, !manifest.contains(address) { return .unclaimed }
        guard address.scheme == "https" || address.scheme == "http" else { return .unclaimed }
        for statement in statements where statement.relations.contains(Self.handlesLinks) {
            guard case .app(let app, _) = statement.target, app == name else { continue }
            guard let rules = statement.rules else { return .opens(apps: [app], place: statement.place) }
            guard let rule = rules.first(where: { $0.matches(address) }) else { return .unclaimed }
            return rule.isExcluded ? .excluded(place: rule.place) : .opens(apps: [app], place: rule.place)
        }
        return .unclaimed
    }
}
