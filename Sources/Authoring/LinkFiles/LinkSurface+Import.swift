package import WebAddress

/// What hand-written link files become: a surface, and what it does not say as the files do.
package struct ImportedSurface: Sendable, Equatable {
    /// Apps, claims and excludes for the settings of a host.
    package var surface = LinkSurface()
    /// What is lost or changes, in words, each with the place in its file.
    package var differences: [String] = []
}

extension ImportedSurface {
    /// Joins the files of one host; nil for a file that the host does not have.
    ///
    /// Claims are the path patterns of both files in their order, each once. A surface is the same for all apps and
    /// systems and has its excludes first, so what one file says alone, or after a claim, is a difference.
    ///
    /// - Parameters:
    ///   - apple: `apple-app-site-association`.
    ///   - android: `assetlinks.json`.
    ///   - harmony: `applinking.json`.
    package init(apple: AppleLinkFile?, android: AndroidLinkFile?, harmony: HarmonyLinkFile? = nil) {
        for (index, detail) in (apple?.details ?? []).enumerated() {
            for app in detail.apps where !surface.apple.contains(app) { surface.apple.append(app) }
            add(detail.components, of: "apple-app-site-association")
            if index > 0 {
                differences.append("apple-app-site-association gives apps rules of their own; they are joined")
            }
        }
        for statement in android?.statements ?? [] { add(statement) }
        surface.harmony = harmony?.apps ?? []
        if let apple, let android { compare(apple, android) }
    }

    private mutating func add(_ statement: AndroidLinkFile.Statement) {
        guard case .app(let package, let fingerprints) = statement.target else {
            differences.append("assetlinks.json \(statement.place): a statement for no app is left out")
            return
        }
        guard statement.relations.contains(AndroidLinkFile.handlesLinks) else {
            differences.append("assetlinks.json \(statement.place): \(package) has another relation; it is left out")
            return
        }
        if let index = surface.android.firstIndex(where: { $0.package == package }) {
            for fingerprint in fingerprints where !surface.android[index].fingerprints.contains(fingerprint) {
                surface.android[index].fingerprints.append(fingerprint)
            }
        } else {
            surface.android.append(.init(package: package, fingerprints: fingerprints))
        }
        add(statement.rules ?? [], of: "assetlinks.json")
    }

    private mutating func add(_ rules: [LinkComponent], of file: String) {
        var hasClaim = false
        for rule in rules {
            if rule.query != nil || rule.fragment != nil {
                // Without the condition a claim would be wider, and an exclude would take more from the app.
                differences.append("\(file) \(rule.place): a rule for a query or a fragment is left out")
                continue
            }
            let text = rule.surfacePattern
            guard !text.contains("$(") else {
                differences.append("\(file) \(rule.place): “\(text)” has a variable; it is left out")
                continue
            }
            if rule.path?.isCaseSensitive == false {
                differences.append("\(file) \(rule.place): “\(text)” ignores letter case, and the claim does not")
            }
            if rule.isExcluded {
                if hasClaim {
                    differences.append("\(file) \(rule.place): the exclude “\(text)” now comes before all claims")
                }
                if !surface.excludes.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
                    surface.excludes.append(text)
                }
            } else {
                hasClaim = true
                if !surface.claims.contains(where: { $0.utf8.elementsEqual(text.utf8) }) {
                    surface.claims.append(text)
                }
            }
        }
    }

    /// Names the claims that one file has alone.
    private mutating func compare(_ apple: AppleLinkFile, _ android: AndroidLinkFile) {
        let ruled = android.statements.filter { $0.rules != nil }
        if ruled.isEmpty, !android.statements.isEmpty {
            differences.append(
                "assetlinks.json has no dynamic rules: Android gave all that the manifest declares, now only the claims"
            )
        }
        let (first, second) = (
            Self.paths(apple.details.flatMap(\.components)), Self.paths(ruled.flatMap { $0.rules ?? [] })
        )
        for path in surface.claims where !ruled.isEmpty {
            let isFirst = first.contains(Array(path.utf8))
            guard isFirst != second.contains(Array(path.utf8)) else { continue }
            differences.append("“\(path)” is in \(isFirst ? "Apple's" : "Android's") file alone")
        }
    }

    private static func paths(_ rules: [LinkComponent]) -> Set<[UInt8]> {
        Set(rules.filter { !$0.isExcluded }.map { Array($0.surfacePattern.utf8) })
    }

    /// Addresses among the given ones for which the surface's own files decide otherwise than the files it came from.
    package func changed(
        _ addresses: [Address], apple: AppleLinkFile?, android: AndroidLinkFile?
    ) -> [Address] {
        let (mine, theirs) = (AppleLinkFile.read(surface.appleFile).file, apple)
        let own = AndroidLinkFile.read(surface.androidFile).file
        return addresses.filter { address in
            let onApple = theirs.map { $0.decision(for: address).isOpened } ?? false
            if theirs != nil, onApple != mine?.decision(for: address).isOpened { return true }
            guard let android else { return false }
            return surface.android.contains { app in
                android.decision(for: address, package: app.package).isOpened
                    != own?.decision(for: address, package: app.package).isOpened
            }
        }
    }
}

extension LinkComponent {
    /// The pattern of the path for decoded paths, as surfaces have it.
    fileprivate var surfacePattern: String {
        guard let text = path?.text else { return "*" }
        return isPercentEncoded ? LinkPath.pattern(text) : text
    }
}

extension LinkDecision {
    /// Whether the system offers the address to an app.
    var isOpened: Bool {
        if case .opens = self { true } else { false }
    }
}
