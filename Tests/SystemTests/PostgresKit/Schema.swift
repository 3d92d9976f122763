import Foundation
import SQLKit
import TestSupport

/// A schema of its own in the cluster of the run, for one test; removed with the cluster.
struct Schema {
    let cluster: PostgresCluster
    private let name = "t_" + UUID().uuidString.lowercased().replacing("-", with: "_")

    init() throws {
        cluster = try PostgresCluster.shared.get()
        var connection = try PostgresConnection.open(PostgresAddress(cluster.uri()))
        defer { connection.close() }
        try connection.runScript("CREATE SCHEMA \(name)")
    }

    /// Settings with longer limits than usual: the machine of the tests may be busy.
    private static var settings: PostgresSettings {
        var settings = PostgresSettings()
        settings.answerWait = .seconds(60)
        settings.commitWait = .seconds(60)
        settings.statementMilliseconds = 50_000
        settings.lockMilliseconds = 40_000
        return settings
    }

    private var address: PostgresAddress {
        get throws { try PostgresAddress(cluster.uri(options: "options=-csearch_path%3D\(name)")) }
    }

    /// Connects with tables of this schema.
    func connect(_ change: (inout PostgresSettings) -> Void = { _ in }) throws -> PostgresConnection {
        var settings = Self.settings
        change(&settings)
        return try PostgresConnection.open(address, settings)
    }

    /// A session with tables of this schema.
    func session() throws -> PostgresSession { try PostgresSession(address, Self.settings) }
}
