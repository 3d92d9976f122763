package import WebAddress

/// The addresses that an Android app declares in the intent filters of its manifest, and the XML that declares them.
///
/// Before Android 15 it alone decides which addresses of a verified host open the app; from then on the file narrows it.
/// Source: <https://developer.android.com/guide/topics/manifest/data-element>.
package struct AndroidManifestScope: Sendable, Equatable {
    /// One `android:path…` of the filter.
    package enum PathRule: Sendable, Equatable {
        /// `android:path`: the whole decoded path.
        case exact(String)
        /// `android:pathPrefix`: how the decoded path begins.
        case prefix(String)

        /// Compares paths by their bytes.
        package static func == (left: PathRule, right: PathRule) -> Bool {
            switch (left, right) {
            case (.exact(let left), .exact(let right)), (.prefix(let left), .prefix(let right)):
                left.utf8.elementsEqual(right.utf8)
            default: false
            }
        }
    }

    /// Host names in lower case; `*.` in front stands for any labels.
    var hosts: [String]
    /// The rules of the path; without any, every path belongs to the scope.
    package var paths: [PathRule]

    /// Makes a scope.
    package init(hosts: [String], paths: [PathRule] = []) {
        self.hosts = hosts
        self.paths = paths
    }

    /// The scope that a surface needs on a host: for each claim the text before its first wildcard.
    package init(of surface: LinkSurface, host: String) {
        hosts = [host]
        paths = []
        for claim in surface.claims {
            let start = String(claim.unicodeScalars.prefix { $0 != "*" && $0 != "?" })
            let rule: PathRule = start.utf8.count == claim.utf8.count ? .exact(start) : .prefix(start)
            if !paths.contains(rule) { paths.append(rule) }
        }
        if paths.contains(.prefix("")) || paths.contains(.prefix("/")) { paths = [] }
    }

    /// Whether the manifest declares an http or https address.
    package func contains(_ address: Address) -> Bool {
        guard address.scheme == "https" || address.scheme == "http", let host = address.host else { return false }
        let isOwn = hosts.contains { own in
            own.hasPrefix("*.") ? host.hasSuffix(own.dropFirst()) && host.count > own.count - 1 : host == own
        }
        let path = LinkPath.text(of: address)
        return isOwn
            && (paths.isEmpty
                || paths.contains { rule in
                    switch rule {
                    case .exact(let text): path.utf8.elementsEqual(text.utf8)
                    case .prefix(let text): path.utf8.starts(with: text.utf8)
                    }
                })
    }

    /// The intent filter for the manifest.
    ///
    /// Attributes of several `data` elements combine, so that each path counts for each host.
    package var intentFilter: String {
        var lines = ["<intent-filter android:autoVerify=\"true\">"]
        lines.append("    <action android:name=\"android.intent.action.VIEW\" />")
        for category in ["DEFAULT", "BROWSABLE"] {
            lines.append("    <category android:name=\"android.intent.category.\(category)\" />")
        }
        lines.append("    <data android:scheme=\"https\" />")
        lines += hosts.map { "    <data android:host=\"\(Self.escaped($0))\" />" }
        lines += paths.map { rule in
            switch rule {
            case .exact(let text): "    <data android:path=\"\(Self.escaped(text))\" />"
            case .prefix(let text): "    <data android:pathPrefix=\"\(Self.escaped(text))\" />"
            }
        }
        return (lines + ["</intent-filter>"]).joined(separator: "\n") + "\n"
    }

    /// XML gives five characters a meaning, and resources of Android the backslash.
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&apos;"
            case "\\": escaped += "\\\\"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
