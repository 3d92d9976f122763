/// The eight masks of ISO/IEC 18004, table 10; the raw value is the number in the format information.
enum Mask: Int, CaseIterable {
    case diagonal, rows, columns, wideDiagonal, blocks, fields, diamonds, mixed

    /// Whether the mask inverts a module.
    func inverts(column: Int, row: Int) -> Bool {
        let product = column * row
        return switch self {
        case .diagonal: (column + row) % 2 == 0
        case .rows: row % 2 == 0
        case .columns: column % 3 == 0
        case .wideDiagonal: (column + row) % 3 == 0
        case .blocks: (column / 3 + row / 2) % 2 == 0
        case .fields: product % 2 + product % 3 == 0
        case .diamonds: (product % 2 + product % 3) % 2 == 0
        case .mixed: ((column + row) % 2 + product % 3) % 2 == 0
        }
    }
}
