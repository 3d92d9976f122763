import CanonicalJSON
import RouteDocuments
import RouteIndex
import RouteModel

// The functions of `waymark.h` that read release bodies and drafts.

/// `wm_open`: opens a release body.
@c(wm_open)
public func openBody(
    _ body: UnsafePointer<UInt8>?, _ length: Int, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ problemLength: UnsafeMutablePointer<Int>?
) -> UnsafeMutableRawPointer? {
    do throws(BodyProblem) {
        let file = try BodyProblem.compiled(unsafe Transfer.bytes(body, length))
        return unsafe Transfer.retained(OpenRelease(try BodyProblem.opened(file)))
    } catch {
        unsafe Transfer.report(error.json, problem, problemLength)
        return nil
    }
}

/// `wm_compile`: the index file of a release body.
@c(wm_compile)
public func compileBody(
    _ body: UnsafePointer<UInt8>?, _ bodyLength: Int, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
    do throws(BodyProblem) {
        return unsafe Transfer.handOver(try BodyProblem.compiled(unsafe Transfer.bytes(body, bodyLength)), length)
    } catch {
        unsafe Transfer.report(error.json, problem, length)
        return nil
    }
}

/// `wm_check`: the findings of a draft, as JSON.
@c(wm_check)
public func checkDraft(
    _ draft: UnsafePointer<UInt8>?, _ draftLength: Int, _ length: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
    let decoded = DraftDecoder.draft(unsafe Transfer.bytes(draft, draftLength))
    var writer = CanonicalWriter(reserving: 1024)
    writer.beginObject()
    writer.findings(decoded.findings)
    writer.endObject()
    return unsafe Transfer.handOver(writer.bytes, length)
}

/// `wm_freeze`: the release body of a draft.
@c(wm_freeze)
public func freezeDraft(
    _ draft: UnsafePointer<UInt8>?, _ draftLength: Int, _ app: UnsafePointer<UInt8>?, _ appLength: Int,
    _ version: UInt32, _ published: Int64, _ problem: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
    _ length: UnsafeMutablePointer<Int>?
) -> UnsafeMutablePointer<UInt8>? {
    let decoded = DraftDecoder.draft(unsafe Transfer.bytes(draft, draftLength))
    do throws(BodyProblem) {
        let body = try BodyProblem.frozen(
            decoded, app: unsafe Transfer.text(app, appLength), version: version,
            published: Instant(milliseconds: published))
        return unsafe Transfer.handOver(body, length)
    } catch {
        unsafe Transfer.report(error.json, problem, length)
        return nil
    }
}

/// Why a body or a draft has no result, as the JSON of a problem.
struct BodyProblem: Error {
    let json: [UInt8]

    /// The index file of a body, with the body's SHA-256.
    static func compiled(_ bytes: [UInt8]) throws(BodyProblem) -> [UInt8] {
        let body: ReleaseBody
        do throws(ModelError) {
            body = try ReleaseBody.decode(bytes)
        } catch {
            throw BodyProblem(json: Problem.json(error))
        }
        do throws(IndexError) {
            return try CompiledIndex.compile(body, digest: SHA256Digest.of(bytes))
        } catch {
            throw BodyProblem(json: Problem.json(error))
        }
    }

    /// The index of a file that ``compiled(_:)`` made.
    static func opened(_ file: [UInt8]) throws(BodyProblem) -> CompiledIndex {
        do throws(IndexError) {
            return try CompiledIndex(IndexBytes(file))
        } catch {
            throw BodyProblem(json: Problem.json(error))
        }
    }

    /// The body of a draft.
    static func frozen(
        _ decoded: Decoded<Draft>, app: String, version: UInt32, published: Instant
    ) throws(BodyProblem) -> [UInt8] {
        guard let draft = decoded.value, !decoded.hasErrors else {
            throw BodyProblem(json: Problem.draft(decoded.findings))
        }
        guard NameGrammar.isAppName(app), version > 0 else {
            let error = ModelError(
                code: .invalidBody, detail: "The app's name or the version is not valid.",
                hint: "Pass a name such as shop, and a version of at least 1.")
            throw BodyProblem(json: Problem.json(error))
        }
        do throws(ModelError) {
            let body = try ReleaseBody.freeze(
                draft: draft, app: app, version: ReleaseVersion(version), publishedAt: published)
            return body.canonicalBytes
        } catch {
            throw BodyProblem(json: Problem.json(error))
        }
    }
}
