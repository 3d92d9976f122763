#if !LIBFUZZER
import Glibc

/// Runs one target with random inputs, or with the inputs of files.
///
/// Built with libFuzzer (`make fuzz`) the same targets are guided by coverage; see `LibFuzzer.swift`.
@main
struct Program {
    static let usage = """
        usage: waymark-fuzz --list
               waymark-fuzz TARGET [--runs N] [--seconds N] [--seed N]   random inputs, reproducible by the seed
               waymark-fuzz TARGET FILE…                                 each file once, to reproduce a finding
        """

    static func main() {
        var words = CommandLine.arguments.dropFirst()
        guard let first = words.popFirst() else { return fail(usage) }
        if first == "--list" { return FuzzTarget.all.forEach { print($0.name) } }
        guard let target = FuzzTarget.named(first) else {
            return fail("no target is named \(first); waymark-fuzz --list names them")
        }
        var runs = 100_000
        var seconds = Int.max
        var seed = UInt64.random(in: 0..<1_000_000)
        var files: [String] = []
        while let word = words.popFirst() {
            switch word {
            case "--runs": runs = words.popFirst().flatMap { Int($0) } ?? runs
            case "--seconds": seconds = words.popFirst().flatMap { Int($0) } ?? seconds
            case "--seed": seed = words.popFirst().flatMap { UInt64($0) } ?? seed
            default: files.append(word)
            }
        }
        if files.isEmpty {
            runRandom(target, runs: runs, seconds: seconds, seed: seed)
        } else {
            for file in files { replay(target, file) }
        }
    }

    private static func runRandom(_ target: FuzzTarget, runs: Int, seconds: Int, seed: UInt64) {
        // Written before the first input, because a trap ends the process and the seed reproduces it.
        print("fuzz \(target.name): seed \(seed)")
        fflush(nil)
        var mutation = Mutation(seed: seed)
        var pool = target.seeds.map { Array($0.utf8) }
        let end = seconds == Int.max ? Int.max : time(nil) + seconds
        var done = 0
        while done < runs, time(nil) < end {
            guard let input = pool.randomElement(using: &mutation), let other = pool.randomElement(using: &mutation)
            else {
                break
            }
            let mutated = mutation.mutate(input, with: other)
            target.run(mutated)
            if mutation.next() & 0xFF == 0 { pool[Int.random(in: 0..<pool.count, using: &mutation)] = mutated }
            if pool.count < 64 { pool.append(mutated) }
            done += 1
        }
        print("fuzz \(target.name): \(done) executions, nothing found")
    }

    private static func replay(_ target: FuzzTarget, _ path: String) {
        guard let file = unsafe fopen(path, "rb") else { return fail("cannot read \(path)") }
        // Unsafe: fread(3) writes into an array of this function, within its count.
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
        _ = unsafe fclose(file)
        target.run(bytes)
        print("\(path): \(bytes.count) bytes, nothing found")
    }

    private static func fail(_ message: String) {
        print(message)
        exit(2)
    }
}
#endif
