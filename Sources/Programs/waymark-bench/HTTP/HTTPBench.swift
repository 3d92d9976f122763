import SystemIO

/// `waymark-bench http`: compares waymark, nginx and the baseline server, in turn on one core, with clients on the
/// other.
final class HTTPBench {
    /// The extent of a run.
    struct Scale {
        /// Rounds; each measures all servers.
        var rounds = 7
        /// Milliseconds of each measurement.
        var milliseconds = 700
        /// Milliseconds of load before each measurement.
        var warmUpMilliseconds = 200
        /// The number of idle connections, of watchers, and of rules of the links that are measured.
        var crowd = 10_000

        /// A short run that shows that every row can be measured.
        static let quick = Scale(rounds: 1, milliseconds: 40, warmUpMilliseconds: 10, crowd: 300)
    }

    private let scale: Scale
    private let folder: ScratchFolder
    private let waymark: WaymarkServer
    private let echo: ServerUnderTest
    private let links: ServerUnderTest
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
        let linkAddress = try ServerUnderTest.freeAddress()
        links = try ServerUnderTest(
            "links", linkAddress,
            [OwnProgram.path, "serve-links", "--listen", "\(linkAddress)", "--rules", "\(scale.crowd)"],
            log: folder.file("links.log"))
    }

    /// Measures and prints tables and goals.
    /// - Parameter part: only tables whose title contains this are measured; empty for all.
    /// - Throws: the first error of a server or a client.
    func run(only part: String) throws {
        try prepare()
        Report.print(Report.machine())
        if nginx == nil { Report.print("nginx is not installed: its rows are skipped (apt-get install nginx-light)\n") }
        if !WrkClient.isInstalled { Report.print("wrk is not installed: its rows are skipped (apt-get install wrk)\n") }
        var comparisons = self.comparisons().filter { part.isEmpty || $0.title.contains(part) }
        for round in 1...scale.rounds {
            Report.printProgress("round \(round) of \(scale.rounds)")
            for index in comparisons.indices { try comparisons[index].round() }
        }
        for comparison in comparisons { Report.print(Report.table(comparison)) }
        var goals = HTTPGoals.judge(comparisons)
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
        for server in [waymark.server, echo, links, floor, nginx] { server?.stop() }
    }

    /// Publishes the bodies, writes them for nginx, and starts the baseline server with the bytes of waymark's 304.
    private func prepare() throws {
        for (name, rules) in [("1k", 4), ("100k", 550), ("2m", 11_000)] {
            bodies.append(try waymark.publish(name, rules: rules))
        }
        _ = try waymark.publish("often", rules: 10)
        let unchanged = try LoadClient.answer(waymark.server.address, ours(bodies[0], isUnchanged: true))
        guard unchanged.status == 304 else { throw BenchError("the server gave no 304") }
        try Files.create(folder.file("answer-304"), unchanged.bytes, mode: 0o600)
        let address = try ServerUnderTest.freeAddress()
        floor = try ServerUnderTest(
            "floor", address,
            [OwnProgram.path, "serve-floor", "--listen", "\(address)", "--answer", folder.file("answer-304")],
            log: folder.file("floor.log"))
        guard NginxSetup.isInstalled else { return }
        let setup = NginxSetup(folder: folder, address: try ServerUnderTest.freeAddress(), links: scale.crowd)
        for body in bodies { try setup.write(body) }
        nginx = try setup.start(returning: bodies[0])
    }

    // MARK: What is measured

    private func comparisons() -> [Comparison] {
        let small = bodies[0]
        var comparisons = [
            unchanged("304, 64 connections", small, connections: 64, withWrk: true),
            unchanged("304, 512 connections", small, connections: 512),
            unchanged("304, 64 connections, 16 pipelined", small, connections: 64, .keepAlive(pipelined: 16)),
            unchanged("304, a connection per request", small, connections: 64, .once),
        ]
        comparisons.append(publishing(small))
        comparisons.append(link(small))
        for body in bodies {
            comparisons.append(whole("200, \(body.name), plain, 64 connections", body, fields: []))
            comparisons.append(
                whole("200, \(body.name), gzip, 64 connections", body, fields: ["Accept-Encoding: gzip"]))
        }
        return comparisons
    }

    private func unchanged(
        _ title: String, _ body: SampleBody, connections: Int, _ manner: LoadPlan.Manner = .keepAlive(pipelined: 1),
        withWrk: Bool = false
    ) -> Comparison {
        var comparison = Comparison(title: title)
        let closing = manner == .once ? ["Connection: close"] : []
        func add(_ name: String, _ server: ServerUnderTest?, _ target: String, tag: String) {
            guard let server else { return }
            let fields = ["If-None-Match: \(tag)"]
            let request = LoadPlan.request(target, server.address, fields + closing)
            comparison.add(name, plan(server, request, connections, manner))
            guard withWrk, WrkClient.isInstalled, name != "floor" else { return }
            comparison.add(
                "\(name), by wrk", plan(server, request, connections, manner),
                client: .wrk(url: "http://\(server.address)\(target)", fields: fields))
        }
        add("waymark", waymark.server, WaymarkServer.target(body.name), tag: body.tag)
        add("serve-echo", echo, "/1k", tag: "\"page-1k\"")
        if manner == .keepAlive(pipelined: 1) { add("floor", floor, "/", tag: "\"\"") }
        add("nginx file", nginx, "/\(body.name).json", tag: nginxTag(body))
        add("nginx return", nginx, "/return-304", tag: "\"\"")
        return comparison
    }

    /// Measures redirects of links, which are resolved for each request, against 304s and nginx's map.
    private func link(_ body: SampleBody) -> Comparison {
        var comparison = Comparison(title: HTTPGoals.link)
        comparison.add("waymark 304", plan(waymark.server, ours(body, isUnchanged: true), 64, .keepAlive(pipelined: 1)))
        let fields = [
            "User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
                + "Version/18.5 Mobile/15E148 Safari/604.1",
            "Accept-Language: en-GB,en;q=0.9",
        ]
        for (name, server) in [("waymark", links), ("nginx map", nginx)] {
            guard let server else { continue }
            let request = LoadPlan.request(LinkServer.path(scale.crowd / 2), server.address, fields)
            comparison.add(name, plan(server, request, 64, .keepAlive(pipelined: 1)))
        }
        return comparison
    }

    /// Measures 304s without other load, and while another app of ten rules is published.
    private func publishing(_ body: SampleBody) -> Comparison {
        var comparison = Comparison(title: HTTPGoals.publishing)
        let load = plan(waymark.server, ours(body, isUnchanged: true), 64, .keepAlive(pipelined: 1))
        comparison.add("waymark, quiet", load)
        comparison.add(
            "waymark, publishing", load, beside: Publisher(waymark.control, app: "often", perSecond: 50))
        return comparison
    }

    /// Memory of idle connections, each on a new server, so that earlier connections do not count.
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
        // nginx's worker has served before, so its pools exist already, which favours nginx.
        let request = LoadPlan.request("/return-304", nginx.address)
        return rows + [try IdleConnections.measure(nginx, request, connections: scale.crowd, sources: 1)]
    }

    private func whole(_ title: String, _ body: SampleBody, fields: [String]) -> Comparison {
        var comparison = Comparison(title: title)
        func add(_ name: String, _ server: ServerUnderTest?, _ target: String) {
            guard let server else { return }
            comparison.add(
                name, plan(server, LoadPlan.request(target, server.address, fields), 64, .keepAlive(pipelined: 1)))
        }
        add("waymark", waymark.server, WaymarkServer.target(body.name))
        add("nginx file", nginx, "/\(body.name).json")
        if body.name == bodies[0].name, fields.isEmpty { add("nginx return", nginx, "/return-\(body.name)") }
        return comparison
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

    /// The entity tag that nginx makes for a body.
    private func nginxTag(_ body: SampleBody) -> String {
        guard let nginx,
            let answer = try? LoadClient.answer(
                nginx.address, LoadPlan.request("/\(body.name).json", nginx.address))
        else { return "" }
        return answer.field("ETag") ?? ""
    }
}
