/// The samples of a metrics text, by name and labels as written.
struct Samples {
    let text: String
    private let values: [String: Double]

    init(_ text: String) {
        self.text = text
        let pairs = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let blank = line.lastIndex(of: " ") ?? line.endIndex
            return (String(line[..<blank]), Double(line[blank...].dropFirst()) ?? .nan)
        }
        values = Dictionary(pairs, uniquingKeysWith: { _, _ in .nan })
    }

    subscript(_ name: String) -> Double? { values[name] }

    /// The sum of all samples whose name and labels begin with this text.
    func sum(_ beginning: String) -> Double {
        values.filter { $0.key.hasPrefix(beginning) }.values.reduce(0, +)
    }
}
