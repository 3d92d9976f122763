/// The goals of the HTTP server.
enum HTTPGoals {
    /// The goals whose servers were measured.
    static func judge(_ comparisons: [Comparison]) -> [FigureGoal] {
        var goals: [FigureGoal] = []
        /// Adds a goal about requests per second, or CPU time per request, against the best of several servers.
        func compare(_ title: String, _ comparison: String, _ others: [String], _ bound: Double, isCPU: Bool = false) {
            guard let comparison = comparisons.first(where: { $0.title == comparison }),
                let value = comparison.ratio(
                    "waymark", others, isLessBetter: isCPU, { isCPU ? $0.serverMicroseconds : $0.rate })
            else { return }
            goals.append(isCPU ? .atMost(bound, .times, title, value) : .atLeast(bound, .times, title, value))
        }
        let nginx = ["nginx file", "nginx return"]
        compare("304: requests/s, waymark / nginx file", "304, 64 connections", ["nginx file"], 1.25)
        compare("304: requests/s, waymark / better nginx", "304, 64 connections", nginx, 1.25)
        compare("304: requests/s, waymark / floor", "304, 64 connections", ["floor"], 0.90)
        compare("304: CPU a request, waymark / better nginx", "304, 64 connections", nginx, 0.80, isCPU: true)
        compare("304, 512 connections: requests/s, waymark / better nginx", "304, 512 connections", nginx, 1.25)
        compare("304, 512 connections: requests/s, waymark / floor", "304, 512 connections", ["floor"], 0.90)
        compare("200 1k: requests/s, waymark / nginx return", "200, 1k, plain, 64 connections", ["nginx return"], 1.2)
        compare("200 100k: requests/s, waymark / nginx file", "200, 100k, plain, 64 connections", ["nginx file"], 1.1)
        compare(
            "connection per request: CPU a request, waymark / better nginx", "304, a connection per request", nginx,
            0.65, isCPU: true)
        compare(
            "16 pipelined: requests/s, waymark / better nginx", "304, 64 connections, 16 pipelined", nginx, 12)
        compare("link: requests/s, waymark / its 304", link, ["waymark 304"], 0.6)
        compare("link: requests/s, waymark / nginx with a map of regular expressions", link, ["nginx map"], 10)
        if let comparison = comparisons.first(where: { $0.title == publishing }),
            let value = comparison.ratio("waymark, publishing", ["waymark, quiet"], \.rate)
        {
            goals.append(.atLeast(0.95, .times, "\(publishing): publishing / quiet", value))
        }
        return goals
    }

    /// The title of the comparison of links.
    static let link = "302 of a link, 10,000 rules, 64 connections"

    /// The title of the comparison with and without publishes.
    static let publishing = "304, 50 publishes a second"
}
