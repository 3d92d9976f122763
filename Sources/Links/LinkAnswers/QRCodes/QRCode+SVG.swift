extension QRCode {
    /// The code as an SVG image of one path, with the quiet zone; one unit is one module.
    ///
    /// It has no script, style or reference, so that it may stand in a page with a strict content security policy. The
    /// label is what a screen reader says; it is escaped.
    package func svg(label: String) -> String {
        let width = size + 2 * QRCodeLimits.quietZone
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(width)" role="img" \
            aria-label="\(Self.escaped(label))" shape-rendering="crispEdges">\
            <path fill="#fff" d="M0 0h\(width)v\(width)H0z"/><path d="\(outline)"/></svg>
            """
    }

    /// The dark modules as the data of one SVG path: a rectangle for each run of a row, inside the quiet zone.
    package var outline: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let start = column
                while column < size, isDark(column: column, row: row) { column += 1 }
                let length = column - start
                if length > 0 {
                    let (x, y) = (start + QRCodeLimits.quietZone, row + QRCodeLimits.quietZone)
                    path += "M\(x) \(y)h\(length)v1h-\(length)z"
                } else {
                    column += 1
                }
            }
        }
        return path
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            // XML 1.0 has no control characters but these three.
            case _ where scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar): escaped += " "
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
