extension JSONReader {
    /// Refuses an object in which a name stands twice (RFC 8259 section 4: names SHOULD be unique; here they must).
    ///
    /// DEVIATION: two names that Unicode calls canonically equivalent (é as one or as two scalars) count as the same,
    /// because `String` compares so and people see the same; RFC 8259 compares code units.
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

    /// Few plain names: every pair, by length and bytes, without a single allocation.
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

    /// Many names, or some that need decoding: a set, whose hashing is seeded anew in every process.
    private func compareTexts(_ names: [Int]) throws(Defect) {
        var seen = Set<String>(minimumCapacity: names.count)
        for entry in names where !seen.insert(JSONNode.text(tape[entry], bytes)).inserted { throw duplicate(entry) }
    }

    private func duplicate(_ entry: Int) -> Defect {
        let name = JSONNode.text(tape[entry], bytes)
        return Defect(
            code: .duplicateName, offset: Int(tape[entry].start) - 1,
            detail: "The name \"\(name)\" stands twice in one object.", hint: "Keep one of them.")
    }
}
