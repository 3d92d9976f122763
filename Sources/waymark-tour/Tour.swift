import Dispatch
import RouteClient

/// The tour from the first line to the last: what is typed and what changes, in the order in which it happens.
@MainActor
enum Tour {
    /// What happens at the prompt.
    private enum Happening: Sendable {
        case line(String)
        case end
        case change(RouteClientEvent)
    }

    /// Runs until `quit` or the end of the input; gives the exit code.
    static func run(_ words: [String]) async -> Int32 {
        do throws(TourError) {
            return await run(try TourOptions(words))
        } catch {
            Printer.say("waymark-tour: \(error.text)\n\(TourOptions.usage)")
            return 2
        }
    }

    private static func run(_ options: TourOptions) async -> Int32 {
        let phone: Phone
        do throws(RouteClientError) { phone = try Phone(options, say: Printer.say) } catch {
            Printer.say("waymark-tour: \(error)")
            return 2
        }
        let (happenings, continuation) = AsyncStream.makeStream(of: Happening.self)
        readLines(into: continuation)
        let events = phone.events
        let listening = Task { for await event in events { continuation.yield(.change(event)) } }
        defer { listening.cancel() }
        phone.start()
        for await happening in happenings {
            switch happening {
            case .change(let event): await phone.react(to: event)
            case .end: return 0
            case .line(let line):
                do throws(TourError) {
                    guard await phone.perform(try TourCommand(line)) else { return 0 }
                } catch {
                    Printer.say(error.text)
                }
            }
        }
        return 0
    }

    /// Reads on a thread of Dispatch's, because waiting for a person must not hold one of Swift's executors.
    private static func readLines(into continuation: AsyncStream<Happening>.Continuation) {
        DispatchQueue.global().async {
            while let line = readLine() { continuation.yield(.line(line)) }
            continuation.yield(.end)
        }
    }
}
