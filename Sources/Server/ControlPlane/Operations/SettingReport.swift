package import CanonicalJSON
package import HTTPExchange
import StoreRecords
import Synchronization

/// A setting of the server as it is in force; tokens are no settings.
package struct SettingRow: Sendable, Hashable {
    /// Its name in the configuration file.
    package var name: String
    /// Its value; null for none.
    package var value: JSONValue
    /// The flag, the variable, or the file with line and column that it comes from; nil for the default.
    package var source: String?
    /// Whether SIGHUP applies a change; otherwise a restart is necessary.
    var isReloadable: Bool

    /// Makes a row.
    package init(_ name: String, _ value: JSONValue, source: String?, isReloadable: Bool) {
        self.name = name
        self.value = value
        self.source = source
        self.isReloadable = isReloadable
    }

    /// Its members, in the words of `waymark config check`.
    var json: JSONValue {
        [
            "name": .string(name), "value": value, "source": .string(source ?? "default"),
            "changesBy": isReloadable ? "SIGHUP" : "restart",
        ]
    }
}

/// `GET /v1/settings`: the settings of the server, and where each value comes from.
package final class SettingReport: Sendable {
    private let rows: Mutex<[SettingRow]>

    /// Starts with the settings of the start, in the order of their table.
    package init(_ rows: [SettingRow]) { self.rows = Mutex(rows) }

    /// The rows now.
    package var inForce: [SettingRow] { rows.withLock { $0 } }

    /// Takes over the rows that a reload applies; the others stay as they were at the start.
    package func reload(_ fresh: [SettingRow]) {
        rows.withLock { rows in
            for (index, row) in rows.enumerated() where row.isReloadable {
                rows[index] = fresh.first { $0.name == row.name } ?? row
            }
        }
    }

    /// The endpoint.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "readServerSettings", .get, "/v1/settings", access: .unlimited(.admin),
                summary: "The settings of the server in their order, and where each value comes from; never a token.",
                query: QueryParameter.page(.text(pattern: "^[A-Za-z]+$")),
                success: .init(200, .page("settings", of: .serverSetting)), handler: .answer(read))
        ]
    }

    @Sendable private func read(_ request: EndpointRequest) throws -> Answer {
        let all = inForce
        var rest = all[...]
        if let after = request.query["after"] {
            guard !after.isEmpty && after.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else {
                throw Problem.badRequest("?after= must be the cursor `next` of the page before, not \(after)")
            }
            // The cursor is valid by its form; after a name that is no setting there is nothing.
            rest = all.drop { $0.name != after }.dropFirst()
        }
        let page = rest.prefix(try request.limit())
        return ListPage.answer(
            to: request, "settings", page.map(\.json), next: page.count < rest.count ? page.last?.name : nil)
    }
}

extension Schema {
    fileprivate static let serverSetting = Schema.record(
        "ServerSetting",
        [
            "name": .text(), "value": .nullable(.either([.text(), total, .list(.text()), .flag])),
            "source": .text(), "changesBy": .words(["SIGHUP", "restart"]),
        ])
}
