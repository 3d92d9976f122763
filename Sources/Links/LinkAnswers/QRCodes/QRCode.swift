/// A QR code of ISO/IEC 18004:2015: bytes in UTF-8, versions 1 to 40, error correction of level M.
///
/// The smallest version that holds the text is taken. Level M restores 15 % of the codewords. Scanners read bytes as
/// UTF-8 without an ECI header; Latin text and addresses are ASCII in any case.
package struct QRCode: Sendable, Equatable {
    /// The version, 1...40.
    package let version: Int
    /// The mask, 0...7: the one with the least penalty.
    package let mask: Int
    private let dark: [Bool]

    /// The modules on one side, without the quiet zone: 21...177.
    package var size: Int { ModuleGrid.size(ofVersion: version) }

    /// Makes the code of a text.
    ///
    /// - Throws: ``QRCodeError`` for a text of more than ``QRCodeLimits/bytes``.
    package init(_ text: String) throws(QRCodeError) {
        let bytes = Array(text.utf8)
        guard let layout = BlockLayout(holding: bytes.count) else { throw .tooLong(bytes: bytes.count) }
        var grid = ModuleGrid(version: layout.version)
        grid.write(layout.codewords(of: bytes))
        var best: (penalty: Int, mask: Int, grid: ModuleGrid)?
        for mask in Mask.allCases {
            var masked = grid
            masked.apply(mask)
            let penalty = Penalty.sum(of: masked)
            if penalty < best?.penalty ?? .max { best = (penalty, mask.rawValue, masked) }
        }
        version = layout.version
        mask = best?.mask ?? 0
        dark = best?.grid.dark ?? grid.dark
    }

    /// Whether a module is dark; columns and rows count from 0 at the top left, without the quiet zone.
    package func isDark(column: Int, row: Int) -> Bool { dark[row * size + column] }
}

/// Why a text has no code.
package enum QRCodeError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The text has more than ``QRCodeLimits/bytes``.
    case tooLong(bytes: Int)

    /// What is wrong and what to do.
    package var description: String {
        switch self {
        case .tooLong(let bytes):
            "the text has \(bytes) bytes and a QR code holds \(QRCodeLimits.bytes); use a shorter address"
        }
    }
}
