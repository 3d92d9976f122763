import AccessControl
import HTTPExchange
import HTTPServing
import ServerLog
import StoreDatabases
import StoreRecords
import SystemIO

/// Whether a server would start with some settings; starts and changes nothing, and makes no file.
package enum StartCheck {
    /// Tests the listeners, the files and the database of the settings.
    ///
    /// Inherited sockets are not tested, because only the service manager has them. If another process has the database
    /// open, it is taken for the server that a restart would end, and its ports may be in use.
    ///
    /// - Parameters:
    ///   - settings: The settings.
    ///   - adminToken: The administrator's token, if the operator set one.
    ///   - acceptsHead: Whether the database may lack a head file that fits it.
    /// - Returns: What could not be tested, and settings that are hardly meant, one sentence each.
    /// - Throws: The reason why the server would not start.
    package static func run(
        _ settings: ServerSettings, adminToken: String?, acceptsHead: Bool = false
    ) throws(ServerStartError) -> [String] {
        let listeners = try ListenerPlan(settings, [], waitsForInherited: true).listeners
        if let path = settings.logFile { try file(path, "the log file") }
        if let path = settings.accessLog.path { try file(path, "the access log") }
        try console(settings)
        if let adminToken, Secret(adminToken.trimmingBlanks()) == nil { throw FirstAdmin.invalidToken }
        let (state, warnings) = try database(settings, acceptsHead)
        var notes = settings.warnings + warnings
        switch state {
        case .ready: break
        case .open: notes.append("another process has the database open, such as the server that runs now")
        case .unfinished: notes.append("the database has the log of a killed server, which the next start applies")
        }
        for listener in listeners {
            do throws(ServingError) { try ServingError.check(listener.place) } catch {
                guard error.code == .addressInUse, state == .open else { throw ServerStartError(error) }
                notes.append("\(error.subject) is in use, such as by the server that runs now")
            }
        }
        if let folder = settings.backups?.folder, !Files.isWritable(folder + "/.") {
            notes.append("the folder of backups, \(folder), does not exist or cannot be written: backups would fail")
        }
        return notes
    }

    /// Tests the folder with the console's files, which is for people who change them.
    static func console(_ settings: ServerSettings) throws(ServerStartError) {
        guard let folder = settings.console?.folder, !Files.exists(folder + "/index.html") else { return }
        throw ServerStartError(
            "consoleFolder \(folder) has no index.html",
            hint: "name the folder Sources/Server/Console of a checkout, or leave the setting out")
    }

    private static func database(
        _ settings: ServerSettings, _ acceptsHead: Bool
    ) throws(ServerStartError) -> (DatabaseCheck.State, warnings: [String]) {
        let place = settings.place
        do throws(StoreError) {
            let state = try DatabaseCheck.state(of: place, acceptsHead: acceptsHead, at: Clocks.system.now())
            let node = try DatabaseCheck.node(
                of: place, copyAt: settings.sharedUse.stateFile, acceptsAnother: acceptsHead)
            return (state, [node].compactMap(\.self) + (try DatabaseCheck.warnings(of: place)))
        } catch {
            throw ServerStartError("the database \(place) cannot be opened: \(error.detail)", hint: error.hint)
        }
    }

    /// Tests whether lines could be appended to a file.
    private static func file(_ path: String, _ name: String) throws(ServerStartError) {
        let folder = Folders.folder(of: path)
        let isWritable = Files.exists(path) ? Files.isWritable(path) : Files.isWritable(folder + "/.")
        guard isWritable, !Files.exists(path + "/.") else {
            throw ServerStartError(
                "\(name) \(path) cannot be opened",
                hint: "create its directory, and give the server's account the right to write there")
        }
    }
}
