extension JSONReader {
    /// Refuses an object with duplicate names (RFC 8259 section 4: names SHOULD be unique; here they must be unique).
    ///
    /// Names are compared by their bytes: canonically equivalent ones are different.
    func refuseDuplicateNames(in object: Int) throws(Defect) {
        let end = Int(tape[object].next)
        var names: [Int] = []
        var count = 0
        var isPlain = true
        var entry = object + 1
        while entry < end {
            count += 1
            isPlain = isPlain && !tape[entry].isIntricate && isASCII(entry)
            entry = Int(tape[entry + 1].next)
        }
        guard count > 1 else { return }
        if isPlain, count <= Limits.pairwiseNamesMax { return try comparePairs(object) }
        names.reserveCapacity(count)
        entry = object + 1
        while entry < end {
            names.append(entry)
            entry = Int(tape[entry + 1].next)
        }
        try compareTexts(names)
    }

    private func isASCII(_ entry: Int) -> Bool {
        for offset in Int(tape[entry].start)..<Int(tape[entry].end) where bytes[offset] >= 0x80 { return false }
        return true
    }

    /// Compares every pair of names by length and bytes, without allocation; for few ASCII names without escapes.
    private func comparePairs(_ object: Int) throws(Defect) {
        let end = Int(tape[object].next)
        var first = object + 1
        while first < end {
            var second = Int(tape[first + 1].next)
            let after = second
            while second < end {
                if isEqual(first, second) { throw duplicate(second) }
                second = Int(tape[second + 1].next)
            }
            first = after
        }
    }

    private func isEqual(_ a: Int, _ b: Int) -> Bool {
        let (startA, startB) = (Int(tape[a].start), Int(tape[b].start))
        let length = Int(tape[a].end) - startA
        guard length == Int(tape[b].end) - startB else { return false }
        for offset in 0..<length where bytes[startA + offset] != bytes[startB + offset] { return false }
        return true
    }

    /// Finds duplicates with a set of decoded names; for many names, and for names with escapes or beyond ASCII.
    ///
    /// The hash seed of the set is random in each process, so that a sender cannot choose names with equal hashes.
    private func compareTexts(_ names: [Int]) throws(Defect) {
        var seen = Set<[UInt8]>(minimumCapacity: names.count)
        for entry in names where !seen.insert(Array(JSONNode.text(tape[entry], bytes).utf8)).inserted {
            throw duplicate(entry)
        }
    }

    private func duplicate(_ entry: Int) -> Defect {
        let name = JSONNode.text(tape[entry], bytes)
        return Defect(
            code: .duplicateName, offset: Int(tape[entry].start) - 1,
            detail: "The name \"\(name)\" occurs twice in one object.", hint: "Keep one of them.")
    }
}
