import CPostgres

/// The values of a statement in binary form, one after the other, as libpq takes them.
struct ParameterBuffer {
    private var bytes: [UInt8] = []
    /// Where each value begins; nil for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []
    private(set) var types: [UInt32] = []

    /// Encodes the values for parameters of these types.
    init(_ values: [PostgresValue], types: [TypeNumber], sql: String) throws(PostgresError) {
        precondition(values.count == types.count, "\(values.count) values for \(types.count) parameters in: \(sql)")
        for (index, value) in values.enumerated() {
            let start = bytes.count
            if case .null = value {
                starts.append(nil)
            } else {
                guard append(value, types[index]) else {
                    throw PostgresError(
                        .mismatch,
                        "parameter \(index + 1) cannot be sent as the type \(types[index].rawValue) of pg_type: "
                            + "write a cast, or give another value", sql: sql)
                }
                starts.append(start)
            }
            lengths.append(Int32(bytes.count - start))
            self.types.append(types[index].rawValue)
        }
        // So that the last value has an address even if it is empty.
        bytes.append(0)
    }

    /// The types for values whose statement is not prepared: each value's own.
    static func types(of values: [PostgresValue]) -> [TypeNumber] {
        values.map { value in
            switch value {
            case .integer: .int8
            case .text, .utf8: .text
            case .blob: .bytea
            case .real: .float8
            case .null: .chosen
            }
        }
    }

    /// Lends the arrays that libpq's functions take: values, lengths and formats; all formats are binary.
    func withArrays<Result>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?) -> Result
    ) -> Result {
        let formats = [Int32](repeating: 1, count: lengths.count)
        // Unsafe: the arrays outlive the call, during which libpq copies the values into its own buffer.
        return unsafe bytes.withUnsafeBytes { region in
            let values = unsafe starts.map { start in
                unsafe start.flatMap { unsafe region.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return unsafe values.withUnsafeBufferPointer { values in
                unsafe lengths.withUnsafeBufferPointer { lengths in
                    unsafe formats.withUnsafeBufferPointer { formats in
                        unsafe body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }

    /// Appends a value; false if the type cannot hold it.
    private mutating func append(_ value: PostgresValue, _ type: TypeNumber) -> Bool {
        switch (value, type) {
        case (.integer(let number), .int8): append(UInt64(bitPattern: Int64(number)))
        case (.integer(let number), .int4):
            guard let small = Int32(exactly: number) else { return false }
            append(UInt32(bitPattern: small))
        case (.integer(let number), .int2):
            guard let small = Int16(exactly: number) else { return false }
            append(UInt16(bitPattern: small))
        case (.real(let number), .float8): append(number.bitPattern)
        case (.real(let number), .float4): append(Float(number).bitPattern)
        case (.text(let text), _) where type.isText: bytes.append(contentsOf: text.utf8)
        case (.utf8(let text), _) where type.isText: bytes.append(contentsOf: text)
        case (.blob(let blob), .bytea): bytes.append(contentsOf: blob)
        default: return false
        }
        return true
    }

    private mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        for shift in stride(from: Number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}
