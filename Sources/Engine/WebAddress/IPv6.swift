/// IPv6 addresses as text, parsed strictly and serialised in the short form of RFC 5952.
enum IPv6 {
    // Spec: https://url.spec.whatwg.org/#concept-ipv6-parser
    static func parse(_ input: [UInt8]) throws(AddressError) -> [UInt16] {
        var reader = Reader(input: input)
        return try reader.read()
    }

    // Spec: https://url.spec.whatwg.org/#concept-ipv6-serializer
    static func serialize(_ pieces: [UInt16]) -> [UInt8] {
        let gap = longestZeros(pieces)
        var output: [UInt8] = []
        var index = 0
        while index < pieces.count {
            if let gap, index == gap.lowerBound {
                output += (index == 0 ? "::" : ":").utf8
                index = gap.upperBound
                continue
            }
            output += String(pieces[index], radix: 16).utf8
            index += 1
            if index < pieces.count { output.append(UInt8(ascii: ":")) }
        }
        return output
    }

    /// The first longest run of at least two zero pieces.
    private static func longestZeros(_ pieces: [UInt16]) -> Range<Int>? {
        var best = 0..<0
        var start = 0
        for index in 0...pieces.count where index == pieces.count || pieces[index] != 0 {
            if index - start > best.count { best = start..<index }
            start = index + 1
        }
        return best.count > 1 ? best : nil
    }

    private struct Reader {
        let input: [UInt8]
        var position = 0
        var pieces = [UInt16](repeating: 0, count: 8)
        var pieceIndex = 0
        var compress: Int?

        init(input: [UInt8]) { self.input = input }

        mutating func read() throws(AddressError) -> [UInt16] {
            if peek() == UInt8(ascii: ":") {
                guard peek(1) == UInt8(ascii: ":") else { throw invalid("a single colon at the start") }
                position += 2
                pieceIndex = 1
                // The standard counts "::" as at least one piece.
                compress = 1
            }
            while peek() != nil {
                guard pieceIndex < 8 else { throw invalid("more than eight pieces") }
                if peek() == UInt8(ascii: ":") {
                    guard compress == nil else { throw invalid("a second \"::\"") }
                    position += 1
                    pieceIndex += 1
                    compress = pieceIndex
                } else if try piece() {
                    break
                }
            }
            return try expanded()
        }

        /// Parses one piece, or an IPv4 address at the end; returns true for the latter.
        private mutating func piece() throws(AddressError) -> Bool {
            let start = position
            var value: UInt16 = 0
            while position - start < 4, let digit = peek()?.hexDigitValue {
                value = value << 4 | UInt16(digit)
                position += 1
            }
            if peek() == UInt8(ascii: ".") && position > start {
                position = start
                try ipv4()
                return true
            }
            if peek() == UInt8(ascii: ":") {
                position += 1
                guard peek() != nil else { throw invalid("a single colon at the end") }
            } else if peek() != nil {
                throw invalid("not a piece of one to four hexadecimal digits")
            }
            pieces[pieceIndex] = value
            pieceIndex += 1
            return false
        }

        private mutating func ipv4() throws(AddressError) {
            guard pieceIndex <= 6 else { throw invalid("an IPv4 address after more than six pieces") }
            for count in 0..<4 {
                if count > 0 {
                    guard peek() == UInt8(ascii: ".") else {
                        throw invalid("an IPv4 address of fewer than four numbers")
                    }
                    position += 1
                }
                let value = try ipv4Number()
                pieces[pieceIndex] = pieces[pieceIndex] << 8 | value
                if count % 2 == 1 { pieceIndex += 1 }
            }
            guard peek() == nil else { throw invalid("text follows the IPv4 address") }
        }

        private mutating func ipv4Number() throws(AddressError) -> UInt16 {
            guard let first = peek(), first.isASCIIDigit else { throw invalid("not a number") }
            var value: UInt16 = 0
            let start = position
            while let byte = peek(), byte.isASCIIDigit {
                if position > start && value == 0 { throw invalid("a number with a leading zero") }
                value = value * 10 + UInt16(byte - UInt8(ascii: "0"))
                guard value <= 255 else { throw invalid("a number above 255") }
                position += 1
            }
            return value
        }

        /// Moves the pieces after "::" to the end.
        private func expanded() throws(AddressError) -> [UInt16] {
            guard let compress else {
                guard pieceIndex == 8 else { throw invalid("fewer than eight pieces") }
                return pieces
            }
            var result = [UInt16](repeating: 0, count: 8)
            let tail = compress..<pieceIndex
            result.replaceSubrange(0..<compress, with: pieces[0..<compress])
            result.replaceSubrange(8 - tail.count..<8, with: pieces[tail])
            return result
        }

        private func peek(_ ahead: Int = 0) -> UInt8? {
            position + ahead < input.count ? input[position + ahead] : nil
        }

        private func invalid(_ detail: String) -> AddressError {
            // Plus one for the bracket before the input.
            AddressError(code: .invalidIPv6, offset: position + 1, detail: detail)
        }
    }
}
