import RouteModel
import TargetTemplate

/// Compiles a redirect's template to the words of a record; ``IndexRecord`` describes them.
enum TemplateWriter {
    /// Appends the record of a template to words.
    static func write(_ template: RedirectTemplate, to words: inout UniqueBuffer<UInt32>, strings: inout StringTable) {
        words.append(strings.number(of: template.text))
        words.append(template.query == .drop ? 1 : 0)
        words.append(strings.number(of: template.literalScheme))
        words.append(template.literalHost.map { strings.number(of: $0) + 1 } ?? 0)
        // The order of a set differs between processes; the same body must give the same bytes.
        let names = ExactText.distinct(template.queryNames)
        words.append(UInt32(names.count))
        for name in names { words.append(strings.number(of: name)) }
        words.append(UInt32(template.template.parts.count))
        for part in template.template.parts {
            switch part {
            case .literal(let text):
                words.append(IndexRecord.TemplatePart.literal.rawValue)
                words.append(strings.number(of: text))
            case .expression(let expression):
                words.append(IndexRecord.TemplatePart.expression.rawValue)
                words.append(UInt32(expression.expansionOperator.rawValue))
                words.append(UInt32(expression.variables.count))
                for variable in expression.variables {
                    words.append(strings.number(of: variable.name))
                    words.append(modifier(of: variable))
                }
            }
        }
    }

    private static func modifier(of variable: TemplateVariable) -> UInt32 {
        if let length = variable.prefixLength { return UInt32(length) + 1 }
        return variable.isExploded ? 1 : 0
    }
}
