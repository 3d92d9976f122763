import SystemIO

/// `waymark-bench http`: our server, nginx and a server that parses nothing, in turn on one core, asked from the other.
final class HTTPBench {
    /// How much is measured.
    struct Scale {
        /// Rounds over all servers.
        var rounds = 7
        /// Milliseconds of each measurement, and before it.
        var milliseconds = 700
        var warmUpMilliseconds = 200
        /// Connections that idle, and watchers.
        var crowd = 10_000

        /// Enough to see that every row can be made.
        static let quick = Scale(rounds: 1, milliseconds: 40, warmUpMilliseconds: 10, crowd: 300)
    }

    private let scale: Scale
    private let folder: ScratchFolder
    private let waymark: WaymarkServer
    private let echo: ServerUnderTest
    private var floor: ServerUnderTest?
    private var nginx: ServerUnderTest?
    private var bodies: [SampleBody] = []

    init(_ scale: Scale) throws {
        self.scale = scale
        folder = try ScratchFolder("waymark-bench")
        waymark = try WaymarkServer(folder)
        let address = try ServerUnderTest.freeAddress()
        echo = try ServerUnderTest(
            "echo", address, [OwnProgram.path, "serve-echo", "--listen", "\(address)", "--loops", "1"],
            log: folder.file("echo.log"))
    }

    /// Measures and prints tables and goals.
    /// - Parameter part: what stands in the titles of the tables that are wanted.
    /// - Throws: what a server or a client could not do.
    func run(only part: String) throws {
        try prepare()
        Report.print(Report.machine())
        if nginx == nil { Report.print("nginx is not installed: its rows are skipped (apt-get install nginx-light)\n") }
        if !WrkClient.isInstalled { Report.print("wrk is not installed: its rows are skipped (apt-get install wrk)\n") }
        var contests = self.contests().filter { part.isEmpty || $0.title.contains(part) }
        for round in 1...scale.rounds {
            Report.note("round \(round) of \(scale.rounds)")
            for index in contests.indices { try contests[index].round() }
        }
        for contest in contests { Report.print(Report.table(contest)) }
        var goals = HTTPGoals.judge(contests)
        if part.isEmpty || IdleConnections.title.contains(part) {
            let rows = try idleConnections()
            Report.print(IdleConnections.table(rows))
            goals += IdleConnections.goals(rows)
        }
        if part.isEmpty || WatchersBench.title.contains(part) {
            let (table, watching) = try WatchersBench.measure(count: scale.crowd, publishes: scale.rounds)
            Report.print(table)
            goals += watching
        }
        Report.print(Report.goals(goals))
        for server in [waymark.server, echo, floor, nginx] { server?.stop() }
    }

    /// Publishes the bodies, hands them to nginx, and gives the floor the very answer of our 304.
    private func prepare() throws {
        for (name, rules) in [("1k", 4), ("100k", 550), ("2m", 11_000)] {
            bodies.append(try waymark.publish(name, rules: rules))
        }
        _ = try waymark.publish("often", rules: 10)
        let unchanged = try LoadClient.answer(waymark.server.address, ours(bodies[0], isUnchanged: true))
        guard unchanged.status == 304 else { throw LoadError(description: "the server gave no 304") }
        try Files.create(folder.file("answer-304"), unchanged.bytes, mode: 0o600)
        let address = try ServerUnderTest.freeAddress()
        floor = try ServerUnderTest(
            "floor", address,
            [OwnProgram.path, "serve-floor", "--listen", "\(address)", "--answer", folder.file("answer-304")],
            log: folder.file("floor.log"))
        guard NginxSetup.isInstalled else { return }
        let setup = NginxSetup(folder: folder, address: try ServerUnderTest.freeAddress())
        for body in bodies { try setup.write(body) }
        nginx = try setup.start(returning: bodies[0])
    }

    // MARK: What is measured

    private func contests() -> [Contest] {
        let small = bodies[0]
        var contests = [
            unchanged("304, 64 connections", small, connections: 64, withWrk: true),
            unchanged("304, 512 connections", small, connections: 512),
            unchanged("304, 64 connections, 16 pipelined", small, connections: 64, .keepAlive(pipelined: 16)),
            unchanged("304, a connection per request", small, connections: 64, .once),
        ]
        contests.append(publishing(small))
        for body in bodies {
            contests.append(whole("200, \(body.name), plain, 64 connections", body, fields: []))
            contests.append(whole("200, \(body.name), gzip, 64 connections", body, fields: ["Accept-Encoding: gzip"]))
        }
        return contests
    }

    private func unchanged(
        _ title: String, _ body: SampleBody, connections: Int, _ manner: LoadPlan.Manner = .keepAlive(pipelined: 1),
        withWrk: Bool = false
    ) -> Contest {
        var contest = Contest(title: title)
        let closing = manner == .once ? ["Connection: close"] : []
        func add(_ name: String, _ server: ServerUnderTest?, _ target: String, tag: String) {
            guard let server else { return }
            let fields = ["If-None-Match: \(tag)"]
            let request = LoadPlan.request(target, server.address, fields + closing)
            contest.add(name, plan(server, request, connections, manner))
            guard withWrk, WrkClient.isInstalled, name != "floor" else { return }
            contest.add(
                "\(name), by wrk", plan(server, request, connections, manner),
                client: .wrk(url: "http://\(server.address)\(target)", fields: fields))
        }
        add("waymark", waymark.server, WaymarkServer.target(body.name), tag: body.tag)
        add("serve-echo", echo, "/1k", tag: "\"page-1k\"")
        if manner == .keepAlive(pipelined: 1) { add("floor", floor, "/", tag: "\"\"") }
        add("nginx file", nginx, "/\(body.name).json", tag: nginxTag(body))
        add("nginx return", nginx, "/return-304", tag: "\"\"")
        return contest
    }

    /// The same 304 while somebody publishes another app of ten rules, and while nobody does.
    private func publishing(_ body: SampleBody) -> Contest {
        var contest = Contest(title: HTTPGoals.publishing)
        let load = plan(waymark.server, ours(body, isUnchanged: true), 64, .keepAlive(pipelined: 1))
        contest.add("waymark, quiet", load)
        contest.add(
            "waymark, publishing", load, beside: Publisher(waymark.control, app: "often", perSecond: 50))
        return contest
    }

    /// Every server fresh, so that what it holds is what these connections need.
    private func idleConnections() throws -> [IdleConnections.Row] {
        var rows: [IdleConnections.Row] = []
        for sources in [1, 250] {
            let fresh = try WaymarkServer(folder, "idle-\(sources)")
            let body = try fresh.publish("1k", rules: 4)
            let request = LoadPlan.request(
                WaymarkServer.target("1k"), fresh.server.address, ["If-None-Match: \(body.tag)"])
            rows.append(
                try IdleConnections.measure(fresh.server, request, connections: scale.crowd, sources: sources))
            fresh.server.stop()
        }
        guard let nginx else { return rows }
        // Its worker has served already, which favours it: its pools are there.
        let request = LoadPlan.request("/return-304", nginx.address)
        return rows + [try IdleConnections.measure(nginx, request, connections: scale.crowd, sources: 1)]
    }

    private func whole(_ title: String, _ body: SampleBody, fields: [String]) -> Contest {
        var contest = Contest(title: title)
        func add(_ name: String, _ server: ServerUnderTest?, _ target: String) {
            guard let server else { return }
            contest.add(
                name, plan(server, LoadPlan.request(target, server.address, fields), 64, .keepAlive(pipelined: 1)))
        }
        add("waymark", waymark.server, WaymarkServer.target(body.name))
        add("nginx file", nginx, "/\(body.name).json")
        if body.name == bodies[0].name, fields.isEmpty { add("nginx return", nginx, "/return-\(body.name)") }
        return contest
    }

    private func plan(
        _ server: ServerUnderTest, _ request: [UInt8], _ connections: Int, _ manner: LoadPlan.Manner
    ) -> LoadPlan {
        LoadPlan(
            address: server.address, request: LoadPlan.numbered(request), connections: connections, manner: manner,
            warmUpMilliseconds: scale.warmUpMilliseconds, milliseconds: scale.milliseconds, server: server.worker)
    }

    private func ours(_ body: SampleBody, isUnchanged: Bool) -> [UInt8] {
        LoadPlan.request(
            WaymarkServer.target(body.name), waymark.server.address,
            isUnchanged ? ["If-None-Match: \(body.tag)"] : [])
    }

    /// nginx makes its tags itself.
    private func nginxTag(_ body: SampleBody) -> String {
        guard let nginx,
            let answer = try? LoadClient.answer(
                nginx.address, LoadPlan.request("/\(body.name).json", nginx.address))
        else { return "" }
        return answer.field("ETag") ?? ""
    }
}
