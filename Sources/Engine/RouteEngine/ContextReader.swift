import CanonicalJSON
import RouteModel

/// Reads a context from JSON, with the same result as `DraftDecoder.context`, and stops at the first error.
///
/// The reader of drafts words every kind of error in full, and would be half of the module that only resolves.
enum ContextReader {
    /// The context of a JSON object.
    ///
    /// - Throws: ``ModelError`` of code `invalidContext` with the offset of the value that is wrong.
    static func read(_ bytes: [UInt8]) throws(ModelError) -> Context {
        let root: JSONNode
        do throws(JSONError) {
            root = try JSONDocument(parsing: bytes).root
        } catch {
            throw ModelError(code: .invalidContext, offset: error.offset, detail: error.detail, hint: error.hint)
        }
        guard root.kind == .object else { throw problem(root, "The context is not an object.", "Write {}.") }
        var context = Context()
        for member in root.members {
            if ExactText.isSame(member.name, ContextKey.attributes) {
                context.attributes = try attributes(member.value)
                continue
            }
            guard let key = ContextKey.all.first(where: { ExactText.isSame($0.name, member.name) }) else {
                throw problem(
                    member.value, "A context has no \"\(member.name)\".", "Put values of your own into \"attributes\".")
            }
            if key.isFlag {
                guard let flag = member.value.boolValue else {
                    throw problem(
                        member.value, "\"\(key.name)\" is neither true nor false.", "Write it without quotes.")
                }
                context[key] = flag ? "true" : "false"
            } else {
                context[key] = try text(member.value, key.name)
            }
        }
        return context
    }

    private static func attributes(_ node: JSONNode) throws(ModelError) -> [String: String] {
        guard node.kind == .object else {
            throw problem(node, "The attributes are not an object.", "Write {\"name\": \"value\"}.")
        }
        var attributes: [String: String] = [:]
        for member in node.members {
            if ExactText.set(try text(member.value, member.name), for: member.name, in: &attributes) {
                throw problem(
                    member.value, "\"\(member.name)\" is another spelling of a name.", "Keep one of them.")
            }
        }
        guard attributes.count <= ModelLimits.attributesMax else {
            throw problem(node, "A context has at most \(ModelLimits.attributesMax) attributes.", "Leave some out.")
        }
        return attributes
    }

    private static func text(_ node: JSONNode, _ name: String) throws(ModelError) -> String {
        guard let text = node.stringValue else {
            throw problem(node, "\"\(name)\" is not a string.", "Write it in quotes.")
        }
        guard text.utf8.count <= ModelLimits.textBytesMax else {
            throw problem(
                node, "\"\(name)\" has more than \(ModelLimits.textBytesMax) bytes.", "Make the text shorter.")
        }
        return text
    }

    private static func problem(_ node: JSONNode, _ detail: String, _ hint: String) -> ModelError {
        ModelError(code: .invalidContext, offset: node.offset, detail: detail, hint: hint)
    }
}
