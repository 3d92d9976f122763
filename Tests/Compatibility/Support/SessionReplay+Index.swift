import Foundation

/// Heads name the compiled index of their release since it is served; 0.1.0 had none.
extension SessionReplay {
    /// A head, or the events of a stream, without the member `index`; any other text unchanged.
    static func withoutIndex(_ text: [UInt8]) -> [UInt8] {
        guard let text = String(validating: text, as: UTF8.self) else { return text }
        let member = #""epoch":([0-9]+),"index":\{"digest":"[0-9a-f]{64}","format":[0-9]+\}"#
        return Array(text.replacingOccurrences(of: member, with: #""epoch":$1"#, options: .regularExpression).utf8)
    }
}
