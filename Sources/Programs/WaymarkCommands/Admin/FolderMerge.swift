import CanonicalJSON

/// How one part of a folder, such as a rule, is combined with what the server has now.
struct FolderMerge: Sendable {
    /// What a push does with the part.
    enum Outcome: Sendable, Hashable {
        /// Folder and server are the same.
        case same
        /// The folder's content is sent.
        case mine
        /// What others did since the pull stays.
        case theirs
        /// Both were changed since the pull, or it is not known what was pulled.
        case conflict
    }

    /// The part's file in the folder.
    let file: String
    /// What the last pull or push knew; nil if it knew that there was nothing, or if nothing is known.
    let read: JSONValue?
    /// What the server has now; nil if there is nothing.
    let now: JSONValue?
    /// What the folder has; nil if there is nothing.
    let mine: JSONValue?
    let outcome: Outcome

    /// Combines the versions.
    ///
    /// - Parameters:
    ///   - file: The part's file in the folder.
    ///   - read: What the last pull or push knew.
    ///   - isReadKnown: Whether there was a pull.
    ///   - now: What the server has now.
    ///   - mine: What the folder has.
    ///   - isForced: Whether the folder's content replaces every other.
    init(_ file: String, read: JSONValue?, isReadKnown: Bool, now: JSONValue?, mine: JSONValue?, isForced: Bool) {
        (self.file, self.read, self.now, self.mine) = (file, read, now, mine)
        if mine == now {
            outcome = .same
        } else if isForced {
            outcome = mine == nil && read == nil ? .theirs : .mine
        } else if isReadKnown {
            outcome = mine == read ? .theirs : now == read ? .mine : .conflict
        } else {
            outcome = mine == nil ? .theirs : now == nil ? .mine : .conflict
        }
    }

    /// What the draft has of it after a push.
    var result: JSONValue? { outcome == .theirs ? now : mine }

    /// What the next push compares with: what folder and server both have, else what was known before.
    var known: JSONValue? { outcome == .theirs ? read : mine }

    /// A line for content that stays as others left it.
    var keptLine: String {
        let what = now == nil ? "removed" : read == nil ? "added" : "changed"
        return "= \(file): \(what) by others, and stays so"
    }
}
