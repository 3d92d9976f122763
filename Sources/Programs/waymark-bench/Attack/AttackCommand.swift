import SystemIO

/// `waymark-bench attack`: attacks a server of this machine for some seconds, and prints how it was answered.
enum AttackCommand {
    static let usage = """
        attack --to HOST:PORT --admin HOST:PORT [--only PART-OF-A-TITLE] [--seconds N, 10] [--pause MS, 0] \
        [--threads-max N, 24]
              Attacks a server that `waymark-bench isolation` or `soak` started; without --only in all ways at once.
        """

    static func run(_ options: [String: String]) throws -> Int32 {
        guard let address = options["to"].flatMap({ SocketAddress($0) }),
            let admin = options["admin"].flatMap({ SocketAddress($0) })
        else { return BenchCommand.fail("waymark-bench: attack needs --to HOST:PORT --admin HOST:PORT\n") }
        let attacks = Attack.named(options["only"])
        guard !attacks.isEmpty else { return BenchCommand.fail("waymark-bench: no attack has this title\n") }
        let number = { (name: String, standard: Int) in options[name].flatMap { Int($0) } ?? standard }
        _ = ProcessLimits.raiseDescriptors()
        let clients = try AttackClients(address, admin: admin, pause: number("pause", 0), attacks: attacks)
        try clients.start(attacks, threadsMax: number("threads-max", 24))
        Threads.sleep(milliseconds: number("seconds", 10) * 1_000)
        Report.print(clients.summary)
        return 0
    }

    /// Starts the command in a process of low priority on the core of the clients, so that the probes of the calling
    /// process do not wait for the attackers' own work.
    static func start(
        on site: (address: SocketAddress, admin: SocketAddress), _ arguments: [String], output: String
    ) throws -> ChildProcess {
        let command = [OwnProgram.path, "attack", "--to", "\(site.address)", "--admin", "\(site.admin)"] + arguments
        return try ChildProcess(Cores.onClientCore(["nice", "-n", "10"] + command), output: output)
    }
}
