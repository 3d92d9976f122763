/// This program's file, and what the build put beside it.
enum OwnProgram {
    /// How it was started.
    static var path: String { CommandLine.arguments.first ?? "waymark-bench" }

    /// Another program of the same build; looked up on PATH where this one was, too.
    static func beside(_ name: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return name }
        return path[...slash] + name
    }
}
