package import RouteDocuments
package import RouteIndex
package import RouteModel

/// A draft compiled as its release would be, to try addresses before it is one.
package struct DraftTrial {
    private let compiled: CompiledDraft

    /// Freezes and compiles; disabled rules are ignored.
    ///
    /// - Throws: `ModelError` where a pattern cannot be expanded or the draft has too many alternatives, `IndexError`
    ///   where it is too large.
    package init(_ draft: Draft) throws { compiled = try CompiledDraft(draft) }

    /// The rules as clients would have them.
    package var index: CompiledIndex { compiled.index }

    /// What the release would keep beside its body, with the link files of all hosts.
    package func surfaces(at now: Instant) -> ReleaseSurfaces {
        SurfaceCheck(release: compiled, owned: nil, screens: ScreenTable(), now: now).frozen
    }

    /// Where an address leads, by the code that clients run.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - context: The facts of the client.
    ///   - now: The instant for conditions that depend on the clock.
    ///   - explaining: Whether the result has an explanation.
    /// - Returns: The result.
    package func resolve(
        _ address: String, context: Context, at now: Instant, explaining: Bool = false
    ) -> Resolution {
        compiled.index.resolve(address, context: context, at: now, explaining: explaining)
    }
}
