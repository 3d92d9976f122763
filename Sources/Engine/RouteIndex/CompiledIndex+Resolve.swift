package import RouteModel
package import WebAddress

extension CompiledIndex {
    /// Resolves an address (language.md section 7).
    ///
    /// A pure function: the same index, context, instant and address give the same resolution on every machine.
    package func resolve(
        _ address: String, context: Context, at now: Instant, explaining: Bool = false
    ) -> Resolution {
        file.whileAlive { tables in
            BorrowedContext.with(context) { context in
                let resolver = Resolver(
                    tables: tables, destinations: destinations,
                    conditions: ConditionReader(tables: tables, borrowed: context, now: now))
                return resolver.resolve(address, explaining: explaining)
            }
        }
    }

    /// The first alternative in order that matches an address and whose conditions hold: its rule and number.
    ///
    /// One look-up without redirects, captures or parameters; benchmarks measure it as "match only".
    package func firstMatch(
        _ address: Address, context: Context, at now: Instant
    ) -> (rule: String, alternative: Int)? {
        file.whileAlive { tables in
            let position = BorrowedContext.with(context) { context in
                let conditions = ConditionReader(tables: tables, borrowed: context, now: now)
                return AddressPieces.with(address, tables) { pieces -> UInt32 in
                    guard let pieces else { return IndexFormat.none }
                    var walk = Walk(tables: tables, address: pieces)
                    var filter = RuleFilter(tables, pieces)
                    walk.run(conditions, &filter)
                    return walk.best
                }
            }
            guard position != IndexFormat.none else { return nil }
            let winner = CompiledAlternative(tables, position)
            return (tables.text(winner.ruleID), winner.number)
        }
    }

    /// The order positions of all alternatives whose pattern matches an address, best first; conditions are not
    /// evaluated.
    package func matches(_ address: Address) -> [Int] { search(address).positions }

    /// The same, with the number of matchers of segments and labels that were tried, which cost most in large indexes.
    package func search(_ address: Address) -> (positions: [Int], tried: Int) {
        file.whileAlive { tables in
            AddressPieces.with(address, tables) { pieces in
                guard let pieces else { return ([], 0) }
                var walk = Walk(tables: tables, address: pieces)
                var collector = CandidateCollector(tables: tables)
                // The collector evaluates no condition, so context and instant are not read.
                BorrowedContext.with(Context()) {
                    walk.run(ConditionReader(tables: tables, borrowed: $0, now: Instant(milliseconds: 0)), &collector)
                }
                var filter = RuleFilter(tables, pieces)
                let positions = collector.positions.filter { filter.fits($0) }.sorted().map { Int($0) }
                return (positions, collector.tried)
            }
        }
    }
}
