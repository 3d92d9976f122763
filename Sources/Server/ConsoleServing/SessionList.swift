import CanonicalJSON
package import HTTPExchange
import HTTPWire
import RouteModel
import StoreRecords

/// `/v1/sessions`: who is signed in to the console.
///
/// An administrator sees the sessions of all tokens that its own covers; other callers see those of their own token.
package struct SessionList: Sendable {
    private let sessions: ConsoleSessions

    /// Lists and ends these sessions.
    package init(_ sessions: ConsoleSessions) { self.sessions = sessions }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "listSessions", .get, "/v1/sessions", access: .token,
                summary:
                    "The console's sessions of this token or person; for an admin, all for the admin's apps. Never their cookies.",
                query: QueryParameter.page(.text()), success: .init(200, .page("sessions", of: .session)),
                handler: .answer(list)),
            Endpoint(
                "deleteSession", .delete, "/v1/sessions/{id}", access: .token,
                summary: "Ends a session of the console at once.",
                segments: ["id": .text(count: 1...ExchangeLimits.titleBytesMax)], success: .init(204),
                handler: .answer(delete)),
        ]
    }

    private func visible(
        to caller: Caller, at now: Instant
    ) -> [(entry: SessionTable.Entry, token: TokenRecord)] {
        sessions.live(at: now).filter { _, token in
            token.id == caller.token.id || caller.token.role == .admin && caller.token.covers(token)
        }
    }

    @Sendable private func list(_ request: EndpointRequest) throws -> Answer {
        let limit = try request.limit()
        var rows = visible(to: request.caller, at: request.now)[...]
        if let after = request.query["after"] {
            // An id that ended meanwhile gives an empty page, as an unknown one.
            let place = rows.firstIndex { $0.entry.record.id == after }
            rows = place.map { rows[($0 + 1)...] } ?? []
        }
        return ListPage.answer(
            to: request, "sessions", rows.prefix(limit), hasMore: rows.count > limit, cursor: { $0.entry.record.id },
            json: { Self.json($0.entry, $0.token, isCurrent: $0.entry.record.id == request.caller.sessionID) })
    }

    private static func json(_ entry: SessionTable.Entry, _ token: TokenRecord, isCurrent: Bool) -> JSONValue {
        let record = entry.record
        var object: [String: JSONValue] = [
            "id": .string(record.id), "name": .string(token.name),
            "role": .string(token.role.rawValue), "origin": .string(record.origin.rawValue),
            "address": .string(record.address), "createdAt": .string(record.createdAt.description),
            "endsAt": .string(record.endsAt.description), "lastUsedAt": .string(entry.lastUse.description),
            "current": .bool(isCurrent),
        ]
        switch record.owner {
        case .token(let id, _): object["tokenId"] = .string(id)
        case .person(let person): object["groups"] = .array(person.groups.map(JSONValue.string))
        }
        return .object(object)
    }

    @Sendable private func delete(_ request: EndpointRequest) throws -> Answer {
        let id = request.value("id")
        guard visible(to: request.caller, at: request.now).contains(where: { $0.entry.record.id == id }) else {
            throw Problem.notFound(
                .session, "there is no session \(id) that this caller may end; GET /v1/sessions lists them")
        }
        try sessions.end(id, by: request.caller.principal, at: request.now)
        return .done()
    }
}

extension Schema {
    fileprivate static let session = Schema.record(
        "Session",
        [
            "id": .text(), "tokenId?": .text(), "groups?": texts, "name": .text(), "role": .text(),
            "origin": sessionOrigins, "address": .text(), "createdAt": instant, "endsAt": instant,
            "lastUsedAt": instant, "current": .flag,
        ])
}
