import DataPlane
package import HTTPExchange
package import ReleaseStore
import RouteDocuments
import RouteModel
import StoreRecords

/// Bodies for viewers, also of what no client gets: of the draft, and of releases on private channels.
///
/// The console's engine resolves with them: a session's cookie never counts on the data plane, where clients read bodies.
package struct PrivateBodies: Sendable {
    private let store: any RuleStore

    /// Reads from this store.
    package init(store: any RuleStore) { self.store = store }

    /// The endpoints, in the order of the contract.
    package var endpoints: [Endpoint] {
        [
            Endpoint(
                "readDraftBody", .get, "/v1/apps/{app}/draft/body", access: .role(.viewer),
                summary:
                    "The body that a release of the draft would have if it were published now, whatever a check would find.",
                cost: { _ in .expensive },
                success: .init(
                    200, .body,
                    fields: [
                        AnswerField(
                            "ETag", "the draft's revision; weak, because the body says when it was made",
                            .text(pattern: #"^W/"r[0-9]+"$"#))
                    ]), handler: .answer(draft)),
            Endpoint(
                "readReleaseBody", .get, "/v1/apps/{app}/releases/{version}/body", access: .role(.viewer),
                summary: "The body of a release, also of one that no public channel has pointed at.",
                cost: { _ in .queued }, success: .init(200, .body), readsReleases: true, handler: .answer(release)),
        ]
    }

    @Sendable private func draft(_ request: EndpointRequest) throws -> Answer {
        let record = try store.draft(request.app)
        let draft = try RequestDecoding.storedDraft(record.content, of: .app(request.app))
        let body: ReleaseBody
        do throws(ModelError) {
            guard !draft.hasTooManyAlternatives else {
                throw ModelError(
                    code: .tooLarge, detail: "The rules have more alternatives than a release may have.",
                    hint: "A check of the draft says which rule has the most.")
            }
            body = try ReleaseBody.freeze(
                draft: draft, app: request.app, version: ReleaseVersion(record.header.nextVersion),
                publishedAt: request.now)
        } catch {
            throw Problem.cannotFreeze(error)
        }
        return .json(200, bytes: body.canonicalBytes, fields: [.tag(.draft, record.header.revision, isWeak: true)])
    }

    @Sendable private func release(_ request: EndpointRequest) throws -> Answer {
        .json(200, bytes: try store.releaseContent(request.app, try request.number("version")).body)
    }
}

extension Problem {
    /// 422: the draft has more than a release may have.
    static func cannotFreeze(_ error: any Error) -> Problem {
        .unprocessable("cannot-freeze", "the draft cannot become a release: \(error)")
    }
}
