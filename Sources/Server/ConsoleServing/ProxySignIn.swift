package import AccessControl
import HTTPExchange
import RouteModel
package import StoreRecords

/// Sign-in through proxies that know the person: which ones, the fields in which they say it, and what groups may do.
package struct ProxySignIn: Sendable, Hashable {
    /// What the people of a group may do.
    package struct Grant: Sendable, Hashable {
        /// The group; `*` is every person.
        package let group: String
        /// The role.
        package let role: Role
        /// The apps.
        package let scope: AppScope

        /// Reads `GROUP=ROLE` or `GROUP=ROLE:APP+APP`; nil for anything else.
        ///
        /// The last `=` divides, because names of groups may have one (RFC 4514).
        package init?(_ text: String) {
            guard let place = text.lastIndex(of: "=") else { return nil }
            let group = String(text[..<place]).trimmingBlanks()
            let parts = text[text.index(after: place)...].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false
            ).map { String($0).trimmingBlanks() }
            guard !group.isEmpty, let role = parts.first.flatMap({ Role(rawValue: $0) }) else { return nil }
            self.group = group
            self.role = role
            guard parts.count == 2 else {
                scope = .all
                return
            }
            let apps = parts[1].split(separator: "+", omittingEmptySubsequences: false).map(String.init)
            guard apps.allSatisfy(NameGrammar.isAppName) else { return nil }
            scope = .only(Set(apps))
        }

        /// Every person, whatever the groups.
        package static let everyone = "*"
    }

    private let proxies: TrustedProxies
    /// The name of the field with the person, in lower case.
    package let personField: String
    /// The name of the field with the groups, in lower case.
    package let groupsField: String
    private let grants: [Grant]

    /// Lets these proxies name people.
    package init(_ proxies: TrustedProxies, personField: String, groupsField: String, grants: [Grant]) {
        self.proxies = proxies
        self.personField = personField.lowercased()
        self.groupsField = groupsField.lowercased()
        self.grants = grants
    }

    /// What a person may do at present, in the form of a token that is stored nowhere; nil for nothing.
    ///
    /// A person of several groups has the highest of their roles, for the apps of the groups with this role: never more than
    /// one of the groups gives, and for no app more than the settings say.
    ///
    /// A person has no rights if the proxy that named it is no longer in the settings.
    package func rights(of person: ProxiedPerson) -> TokenRecord? {
        let own = grants.filter { $0.group == Grant.everyone || ExactText.contains(person.groups, $0.group) }
        guard proxies.isTrusted(person.proxy), let role = own.map(\.role).max() else { return nil }
        var apps: Set<String> = []
        var scope: AppScope?
        for grant in own where grant.role == role {
            switch grant.scope {
            case .all: scope = .all
            case .only(let names): apps.formUnion(names)
            }
        }
        return TokenRecord(
            id: person.id, name: person.name, role: role, scope: scope ?? .only(apps), secretHash: [], expiresAt: nil,
            createdAt: Instant(milliseconds: 0), createdBy: nil)
    }

    /// The person that a request names; nil if it names none, or does not come from one of the proxies on `adminListen`.
    ///
    /// - Throws: 400 for a field that comes twice, because a proxy that adds its own field and passes on the client's would
    ///   let anyone choose; and for a name or groups that cannot be one.
    func person(in request: EndpointRequest) throws(Problem) -> ProxiedPerson? {
        guard request.listener == .admin, proxies.isTrusted(request.peer) else { return nil }
        guard let name = try Self.single(request.fields.person, personField), !name.isEmpty else { return nil }
        guard Self.isReadable(name), !name.contains(","), name.utf8.count <= ConsoleLimits.personBytesMax else {
            throw .badRequest(
                "the field \(personField) is not one name of at most \(ConsoleLimits.personBytesMax) bytes without commas "
                    + "and control characters")
        }
        let groups = (try Self.single(request.fields.personGroups, groupsField) ?? "").listElements()
        guard groups.count <= ConsoleLimits.personGroupsMax, groups.allSatisfy(Self.isReadable) else {
            throw .badRequest(
                "the field \(groupsField) has more than \(ConsoleLimits.personGroupsMax) groups, or control characters")
        }
        return ProxiedPerson(name: name, groups: groups, proxy: request.peer)
    }

    /// The one value of a field without the blanks around it; nil if there is none.
    private static func single(_ values: [String], _ field: String) throws(Problem) -> String? {
        guard values.count <= 1 else {
            throw .badRequest(
                "the field \(field) comes \(values.count) times: the proxy must replace what the client sends, not add to it"
            )
        }
        return values.first?.trimmingBlanks()
    }

    /// Whether a text has no control characters, also none of directions, with which it could look like another one (UAX 9
    /// section 2), and no bytes that are not UTF-8.
    private static func isReadable(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.generalCategory != .control && !$0.properties.isBidiControl && $0 != "\u{FFFD}"
        }
    }
}
