import CanonicalJSON

extension LinkSurface {
    /// The bytes of `apple-app-site-association`: canonical JSON, excludes first, equal for equal surfaces.
    ///
    /// Apple compares with the percent-encoded address, while the patterns of a surface are for the decoded path, in which
    /// `/%40a` and `/@a` are one: the file says `"percentEncoded": false`. iOS 13 ignores that.
    package var appleFile: [UInt8] {
        let detail: JSONValue = .object(["appIDs": .array(apple.map { .string($0) }), "components": rules])
        let links: JSONValue = [
            "defaults": ["percentEncoded": .bool(false)],
            "details": .array(apple.isEmpty || claims.isEmpty ? [] : [detail]),
        ]
        return JSONValue.object(["applinks": links]).canonicalBytes
    }

    /// The bytes of `assetlinks.json`: one statement for each app, with dynamic rules.
    ///
    /// Without claims there is no statement: one without rules would give every address of the manifest to the app.
    /// Android takes one list of rules for a site, a relation and an app; each app therefore has one statement.
    package var androidFile: [UInt8] {
        let relation = AndroidLinkFile.handlesLinks
        let statements = (claims.isEmpty ? [] : android).map { app -> JSONValue in
            let target: JSONValue = .object([
                "namespace": .string("android_app"), "package_name": .string(app.package),
                "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0) }),
            ])
            let dynamic: JSONValue = .object(["dynamic_app_link_components": rules])
            return .object([
                "relation": .array([.string(relation)]), "target": target,
                "relation_extensions": .object([relation: dynamic]),
            ])
        }
        return JSONValue.array(statements).canonicalBytes
    }

    /// The bytes of `applinking.json`; without claims it names no app.
    package var harmonyFile: [UInt8] {
        let apps = (claims.isEmpty ? [] : harmony).map { JSONValue.object(["appIdentifier": .string($0)]) }
        return JSONValue.object(["applinking": .object(["apps": .array(apps)])]).canonicalBytes
    }

    /// What the systems would refuse or discard in the files of this surface; empty if they read them whole.
    package var problems: [LinkProblem] {
        AppleLinkFile.read(appleFile).problems + AndroidLinkFile.read(androidFile).problems
            + HarmonyLinkFile.read(harmonyFile).problems
    }

    private var rules: JSONValue {
        let first = excludes.map { JSONValue.object(["/": .string($0), "exclude": .bool(true)]) }
        return .array(first + claims.map { .object(["/": .string($0)]) })
    }
}
