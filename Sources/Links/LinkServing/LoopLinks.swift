package import HTTPWire
package import LinkAnswers
package import RouteModel
package import ServerMetrics
import Synchronization

/// Answers links on event loops, from memory; pages with a code are drawn on workers.
///
/// It never blocks; it takes a lock only after a change, to fetch the hosts.
package final class LoopLinks: Sendable {
    private let now: @Sendable () -> Instant
    private let counters: LinkCounters
    private let cells: [Cell]
    private let responder = Mutex(WebResponder(LinkSites()))
    /// Raised by each change; a loop compares it once for each request.
    private let generation = Atomic<Int>(0)
    private let servesHosts = Atomic<Bool>(false)

    /// What one loop has; only that loop's thread uses it.
    private final class Cell: @unchecked Sendable {
        // @unchecked: a cell is used by the loop with its number only.
        var generation = 0
        var responder = WebResponder(LinkSites())
        let clients = ClientTable()
        /// The host of the last request, as it was sent, and its site: most requests of a loop are for few hosts.
        var host: [UInt8] = []
        var site: LinkSite?

        /// The site of a request; nil for a host that is not served.
        func site(_ view: borrowing RequestView) -> LinkSite? {
            guard let field = view.head.host else { return nil }
            if !view.matches(field, bytes: host) {
                let text = view.text(field)
                (host, site) = (Array(text.utf8), responder.sites.site(ofField: text))
            }
            return site
        }
    }

    /// Makes a responder without hosts for some event loops, numbered from 0.
    package init(loops: Int, counters: LinkCounters, now: @escaping @Sendable () -> Instant) {
        self.now = now
        self.counters = counters
        cells = (0..<loops).map { _ in Cell() }
    }

    /// Replaces the hosts; every loop uses them from its next request on.
    package func replace(_ sites: LinkSites) {
        responder.withLock { responder in
            responder = WebResponder(sites)
            servesHosts.store(!sites.isEmpty, ordering: .relaxed)
            generation.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// Whether a request is for a served host; false for all without hosts, at the cost of one load.
    package func isLink(_ view: borrowing RequestView) -> Bool {
        servesHosts.load(ordering: .relaxed) && current(view.loop).site(view) != nil
    }

    /// What a loop does with a request at a listener or a host of links, on the thread of that loop.
    package func decide(_ view: borrowing RequestView) -> Decision {
        guard view.head.isGet || view.head.isHead else { return .answer(Self.notAllowed) }
        let cell = current(view.loop)
        let request = LinkRequest(target: view.target, client: cell.clients.client(view))
        guard let answer = cell.responder.answer(request, cell.site(view), at: now(), canDraw: false) else {
            return .work(bodyBytesMax: 0)
        }
        counters.count(answer.series, row: view.loop)
        let (body, remark) = (SharedBytes(answer.body), AnswerRemark(release: answer.release))
        return .answer(
            answer.redirect.map { PreparedResponse($0, body: body, remark: remark) }
                ?? PreparedResponse(answer.status, answer.fields, body: body, remark: remark))
    }

    /// The answer of a worker to a request that a loop gave away; nil if it is for no served host.
    package func answer(_ request: Request) -> Response? {
        guard servesHosts.load(ordering: .relaxed), ["GET", "HEAD"].contains(request.method) else { return nil }
        let responder = responder.withLock { $0 }
        guard let site = responder.sites.site(ofField: request.value(.host) ?? "") else { return nil }
        let client = LinkClient(
            userAgent: request.values(named: "user-agent").first,
            platform: request.values(named: "sec-ch-ua-platform").first,
            language: request.values(named: "accept-language").first)
        let link = LinkRequest(path: request.path, query: request.query, client: client)
        guard let answer = responder.answer(link, site, at: now(), canDraw: true) else { return nil }
        counters.count(answer.series, row: cells.count)
        var response = Response(answer.status, answer.fields, body: .bytes(SharedBytes(answer.body)))
        response.remark = AnswerRemark(release: answer.release)
        response.isRefusable = true
        return response
    }

    /// The cell of a loop with the current hosts.
    private func current(_ loop: Int) -> Cell {
        let cell = cells[loop]
        let generation = generation.load(ordering: .acquiring)
        if cell.generation != generation {
            cell.responder = responder.withLock { $0 }
            cell.generation = generation
            (cell.host, cell.site) = ([], nil)
        }
        return cell
    }

    private static let notAllowed = PreparedResponse(405, [HeaderField("Allow", "GET, HEAD")])
}

extension LinkAnswer {
    /// What is counted: the host as it is served, the rule and the kind.
    fileprivate var series: LinkCounters.Series {
        LinkCounters.Series(host: host, rule: rule, outcome: kind.rawValue)
    }
}
