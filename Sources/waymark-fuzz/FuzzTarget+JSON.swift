import CanonicalJSON

extension FuzzTarget {
    /// Strict JSON: what is accepted prints canonically, and that print reads as the same value and prints the same.
    static let json = FuzzTarget(
        name: "json",
        seeds: [
            #"{"a":[1,-0.5e3,true,null,"é\u00e9\n"],"b":{"":{}}}"#, "[[[[]]]]", #""\ud83d\ude00""#, "1e400", "[1,]",
        ]
    ) { bytes in
        guard let document = try? JSONDocument(parsing: bytes) else { return }
        let value = document.root.value
        let canonical = value.canonicalBytes
        guard let again = try? JSONDocument(parsing: canonical) else {
            preconditionFailure("canonical text does not read: \(value.text)")
        }
        precondition(again.root.value.canonicalBytes == canonical, "canonical text is not a fixed point: \(value.text)")
    }
}
