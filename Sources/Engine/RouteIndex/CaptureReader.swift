import RouteModel
import WebAddress

/// Reads the captures of the alternative that won.
struct CaptureReader {
    let tables: IndexTables
    let address: AddressPieces

    /// The captures in order: host from the left, path from the left, then query; after them the constants of a screen.
    ///
    /// - Returns: The items, in one array, and how many of them are captures.
    @inline(__always)
    func items(
        _ alternative: CompiledAlternative, _ destination: CompiledDestination, _ query: inout AddressQuery
    ) -> (items: [Parameters.Item], captures: Int) {
        var captures = tables.record(alternative.captures, of: tables.captures)
        var constants = destination.constants
        let captureCount = captures.count()
        let count = captureCount + constants.count()
        guard count > 0 else { return ([], 0) }
        var left = captureCount
        let items = [Parameters.Item](count: count) {
            if left > 0 {
                left &-= 1
                return item(&captures, &query)
            }
            return Parameters.Item(tables.text(constants.next()), tables.text(constants.next()))
        }
        return (items, captureCount)
    }

    private func item(_ cursor: inout RecordCursor, _ query: inout AddressQuery) -> Parameters.Item {
        let name = tables.text(cursor.next())
        return Parameters.Item(name, value(&cursor, &query))
    }

    private func value(_ cursor: inout RecordCursor, _ query: inout AddressQuery) -> Parameters.Value {
        let source = IndexRecord.Source(rawValue: cursor.next())
        let place = cursor.next()
        let matcher = cursor.next()
        let index = Int(clamping: cursor.next())
        switch source {
        case .host where Int(clamping: place) < address.hostCount:
            return .text(part(address.host(Int(clamping: place)).bytes, matcher, index))
        case .path where Int(clamping: place) < address.pathCount:
            return .text(part(address.segment(Int(clamping: place)).bytes, matcher, index))
        case .tail: return .list(segments(from: Int(clamping: place), to: address.looseCount))
        case .strictTail: return .list(segments(from: Int(clamping: place), to: address.pathCount))
        case .query: return .text(queryValue(place, matcher, index, &query))
        case .host, .path, nil: return .text("")
        }
    }

    private func segments(from first: Int, to end: Int) -> [String] {
        guard first < end else { return [] }
        return (first..<end).map { tables.text(of: address.segment($0).bytes) }
    }

    /// The whole text, or the part that one capture of a matcher matches.
    private func part(_ text: ByteTable, _ matcher: UInt32, _ index: Int) -> String {
        guard matcher != 0 else { return tables.text(of: text) }
        var runner = MatcherRunner(tables, matcher: matcher - 1, text: text)
        guard runner.run(), index < runner.captures.count else { return "" }
        let range = runner.captures[index]
        return tables.text(of: text.slice(range.lowerBound, range.upperBound))
    }

    private func queryValue(_ name: UInt32, _ matcher: UInt32, _ index: Int, _ query: inout AddressQuery) -> String {
        let wanted = tables.string(name)
        for item in query.items where wanted.equals(item.name) {
            guard matcher != 0 else { return item.value }
            let fits = ByteTable.with(item.value) { bytes -> Bool in
                var runner = MatcherRunner(tables, matcher: matcher - 1, text: bytes)
                return runner.run()
            }
            // The first value that matches, as in ``AddressQuery/holds(_:_:)``.
            if fits { return ByteTable.with(item.value) { part($0, matcher, index) } }
        }
        return ""
    }
}

extension CompiledAlternative {
    /// Whether it captures the query item with a name.
    func capturesQuery(_ name: String) -> Bool {
        var cursor = tables.record(captures, of: tables.captures)
        for _ in 0..<cursor.count() {
            _ = cursor.next()
            let isQuery = cursor.next() == IndexRecord.Source.query.rawValue
            let place = cursor.next()
            if isQuery, tables.string(place).equals(name) { return true }
            _ = cursor.next()
            _ = cursor.next()
        }
        return false
    }
}
