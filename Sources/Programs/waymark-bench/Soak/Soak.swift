import SystemIO

/// `waymark-bench soak`: mixed load on the real server for a long time, while clients attack it in all ways.
///
/// It fails if a request of a valid client fails, memory or descriptors grow, memory at rest is above its limit, or the
/// server logs an error.
enum Soak {
    static let app = "soak"
    static let draftApp = "drafts"
    static let rules = "/v1/apps/soak/rules"
    static let head = "/v1/apps/soak/head"
    static let events = "/v1/apps/soak/events"
    static let rulesCount = 200
    /// Milliseconds for which a watcher reads one connection.
    static let watchMilliseconds: Int64 = 20_000
    /// Connections that the abusive client keeps open.
    static let heldMax = 100

    /// One measurement of the server.
    private struct Measurement {
        let seconds: Int
        let memory: Int
        let descriptors: Int
        let counts: SoakTally.Counts
    }

    /// Runs for `seconds` seconds; returns the exit code.
    static func run(seconds: Int) throws -> Int32 {
        _ = ProcessLimits.raiseDescriptors()
        let folder = try ScratchFolder("waymark-soak")
        let address = try ServerUnderTest.freeAddress()
        let server = try ServerUnderTest(
            "waymark", address,
            [
                OwnProgram.beside("waymark"), "serve", "--listen", "\(address)", "--database", folder.file("soak.db"),
                "--loops", "2", "--head-seconds", "2", "--body-seconds", "2", "--send-seconds", "4", "--log-level",
                "error",
            ], environment: ["WAYMARK_ADMIN_TOKEN=\(ControlClient.token)"], log: folder.file("soak.log"))
        let control = try ControlClient(address)
        try control.makeApp(app)
        try control.makeApp(draftApp)
        try control.publish(app, rules: rulesCount, mark: 0)
        try AttackSite.publish(control)
        let quiet = try look(server, 0, SoakTally())
        var answers = ""
        var (looks, rests): ([Measurement], [Measurement]) = ([], [])
        // The first part fills caches and tables; after it, the memory of a server at rest must stay as it is.
        var parts = [max(seconds / 3, warmUpSecondsMin), seconds / 3, seconds / 3]
        while rests.count < parts.count {
            let part = parts[rests.count]
            let tally = SoakTally()
            let attack = try AttackCommand.start(
                on: (address, address), ["--threads-max", "1", "--pause", "\(attackPause)", "--seconds", "\(part)"],
                output: folder.file("attack.txt"))
            let threads = try SoakClients(address: address, control: control, tally: tally).start()
            looks += try watch(server, tally, seconds: part)
            tally.end()
            for thread in threads { thread.join() }
            attack.wait()
            answers = String(decoding: try Files.read(folder.file("attack.txt"), bytesMax: 65_536), as: UTF8.self)
            Threads.sleep(milliseconds: restMilliseconds)
            rests.append(try look(server, part, tally))
            if rests.count == parts.count, growth(rests) > growthBytesMax, parts.count < partsMax {
                Report.print("memory at rest grew in the last part; another part shows whether it always does")
                parts.append(part)
            }
        }
        Report.print("\nanswers to the attacks of each part:\n\(answers)")
        let left = try descriptorsLeft(server, quiet.descriptors)
        let lines = ((try? Files.read(folder.file("soak.log"), bytesMax: 1 << 20)) ?? []).split(separator: 0x0A)
        // The lines with the address and the audit's checkpoint are logged at every level and are not errors.
        let log = lines.map { String(decoding: $0, as: UTF8.self) }.filter { line in
            ![" listening on ", " audit checkpoint "].contains { line.contains($0) }
        }
        server.stop()
        return report(looks, rests, open: left - quiet.descriptors, log: log.joined(separator: "\n"))
    }

    /// Measures the server six times under load; each measurement is a line of the table.
    private static func watch(_ server: ServerUnderTest, _ tally: SoakTally, seconds: Int) throws -> [Measurement] {
        var looks: [Measurement] = []
        Report.print(
            Report.aligned([
                ["seconds", "memory KB", "descriptors"] + SoakTally.Work.allCases.map(\.rawValue) + ["errors"]
            ]))
        let begun = MonotonicClock.milliseconds
        for turn in 1...looksCount {
            let due = begun + Int64(seconds) * 1000 * Int64(turn) / Int64(looksCount)
            while MonotonicClock.milliseconds < due { Threads.sleep(milliseconds: 50) }
            let look = try look(server, Int(MonotonicClock.milliseconds - begun) / 1000, tally)
            looks.append(look)
            Report.print(Report.aligned([row(look)]))
        }
        return looks
    }

    private static func look(_ server: ServerUnderTest, _ seconds: Int, _ tally: SoakTally) throws -> Measurement {
        Measurement(
            seconds: seconds, memory: try ProcessMemory.proportional(server.worker),
            descriptors: try Folders.count(in: "/proc/\(server.worker)/fd"), counts: tally.now)
    }

    private static func row(_ look: Measurement) -> [String] {
        let done = SoakTally.Work.allCases.map { "\(look.counts.done[$0, default: 0])" }
        return ["\(look.seconds)", "\(look.memory / 1024)", "\(look.descriptors)"] + done + ["\(look.counts.errors)"]
    }

    /// Bytes by which memory at rest after the last part exceeds the most after an earlier part.
    private static func growth(_ rests: [Measurement]) -> Int {
        (rests.last?.memory ?? 0) - (rests.dropLast().map(\.memory).max() ?? 0)
    }

    /// Descriptors that are open after all clients have closed their connections; waits up to 10 s for the server.
    private static func descriptorsLeft(_ server: ServerUnderTest, _ quiet: Int) throws -> Int {
        for _ in 0..<200 {
            if try Folders.count(in: "/proc/\(server.worker)/fd") <= quiet { break }
            Threads.sleep(milliseconds: 50)
        }
        return try Folders.count(in: "/proc/\(server.worker)/fd")
    }

    private static func report(
        _ looks: [Measurement], _ rests: [Measurement], open: Int, log: String
    ) -> Int32 {
        let counts = rests.map(\.counts)
        Report.print(
            "\n"
                + Report.aligned(
                    [["seconds", "memory KB", "descriptors"] + SoakTally.Work.allCases.map(\.rawValue) + ["errors"]]
                        + looks.map(row)))
        var faults = counts.flatMap(\.firstErrors)
        let errors = counts.reduce(0) { $0 + $1.errors }
        if errors > 0 { faults.append("\(errors) errors") }
        for work in SoakTally.Work.allCases where counts.contains(where: { $0.done[work, default: 0] == 0 }) {
            faults.append("no \(work.rawValue) were done")
        }
        let growth = growth(rests)
        if growth > growthBytesMax { faults.append("memory at rest grew by \(growth / 1024) KB in the last part") }
        // Two parts, because a machine that is busy with other work may delay one return of memory.
        if rests.count(where: { $0.memory > restBytesMax }) > 1 { faults.append("memory at rest is above its limit") }
        if open > lazyDescriptorsMax { faults.append("\(open) descriptors are left open") }
        if !log.isEmpty { faults.append("the server logged: \(log.prefix(500))") }
        Report.print(
            "\nmemory at rest after each part: \(rests.map { "\($0.memory / 1024)" }.joined(separator: ", ")) KB (allowed: "
                + "\(restBytesMax / 1024) KB, \(growthBytesMax / 1024) KB more than before); "
                + "descriptors more than before: \(open); errors: \(errors)")
        for fault in faults { Report.print("FAILED: \(fault)") }
        if faults.isEmpty { Report.print("nothing failed, nothing grew") }
        return faults.isEmpty ? 0 : 1
    }

    /// Parts of a soak: three, and one more after a growth, because a leak grows in it again and chance does not.
    private static let partsMax = 4
    /// Measurements of each part.
    private static let looksCount = 6
    /// The least seconds of the first part: indexes of old releases and pages of the database fill their caches in 50.
    private static let warmUpSecondsMin = 60
    /// Milliseconds after each part, in which the server ends what it had begun, closes connections, and drops what its
    /// caches have not been asked for, after 20 s at most.
    private static let restMilliseconds = 35_000
    /// Descriptors that the store opens at first use and keeps: four readers with two files each.
    private static let lazyDescriptorsMax = 8
    /// Bytes of memory at rest after all but one part.
    ///
    /// It was between 72 and 77 MB in 12 rests: 18 MB of code, 24 MB of the four newest releases of 20,000 rules, pages of
    /// the database, and some memory that the allocator cannot return.
    private static let restBytesMax = 90 << 20
    /// Bytes by which memory at rest after the last part may exceed the most after an earlier part.
    ///
    /// A growth counts only if the next part grows as much again. A part of 20 s makes about 200,000 requests, one of
    /// five minutes three million, so a leak of 80 or of 6 bytes in each request is found.
    private static let growthBytesMax = 16 << 20
    /// Milliseconds between two steps of an attack.
    private static let attackPause = 50
}
