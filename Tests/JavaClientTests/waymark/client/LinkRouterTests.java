package waymark.client;

import static waymark.client.Suite.equal;

import java.nio.charset.StandardCharsets;
import waymark.client.LinkDecision.Action;
import waymark.client.LinkDecision.Rejection;
import waymark.client.ScriptedServer.Reply;

/** What links from outside may open, as in RouteNavigation. */
final class LinkRouterTests {
    private static final String BODY = "{\"app\":\"moments\",\"format\":1,\"order\":[[0,0],[0,1],[1,0],[2,0],[3,0],[4,0],[5,0],[6,0]],"
            + "\"publishedAt\":\"2026-05-01T00:00:00Z\",\"rules\":["
            + "{\"id\":\"open\",\"match\":[\"https://m.example.com/open{/:id}?\"],\"to\":{\"screen\":\"Open\",\"transition\":\"show\"}},"
            + "{\"id\":\"secret\",\"match\":[\"https://m.example.com/secret\"],\"to\":{\"screen\":\"Secret\"}},"
            + "{\"id\":\"gone\",\"match\":[\"https://m.example.com/gone\"],\"to\":{\"screen\":\"Gone\"}},"
            + "{\"id\":\"web\",\"match\":[\"https://m.example.com/web\"],\"to\":{\"redirect\":\"https://www.example.com/\"}},"
            + "{\"id\":\"pay\",\"match\":[\"https://m.example.com/pay\"],\"to\":{\"redirect\":\"pay://x/\"}},"
            + "{\"id\":\"no\",\"match\":[\"https://m.example.com/no\"],\"to\":{\"block\":\"closed\"}},"
            + "{\"id\":\"push\",\"match\":[\"https://m.example.com/push\"],\"to\":{\"screen\":\"Open\"},\"when\":{\"source\":[\"push\"]}}"
            + "],\"settings\":{\"authority\":{},\"destinations\":[\"https://www.example.com\",\"pay://x\"],"
            + "\"origins\":[\"https://m.example.com\"],\"schemes\":[\"pay\"]},\"version\":1}";

    private LinkRouterTests() {}

    static void register(Suite suite) {
        suite.test("links from outside open exported screens only; the app opens all (C9.2)", LinkRouterTests::exposure);
        suite.test("pages, schemes and what leads nowhere", LinkRouterTests::pages);
        suite.test("before the first release a link is kept", LinkRouterTests::notReady);
    }

    private static LinkRouter router(RouteClient client) {
        return LinkRouter.builder(client)
                .screen("Open", ScreenRegistration.exported().requires("ID"))
                .screen("Secret", ScreenRegistration.internal())
                .build();
    }

    private static Fixture fixture() throws Exception {
        byte[] body = BODY.getBytes(StandardCharsets.UTF_8);
        String digest = Engine.sha256(body);
        Fixture fixture = new Fixture(Publication.make(1));
        String head = new String(Publication.make(1).head(), StandardCharsets.UTF_8).replace(Publication.make(1).digest, digest);
        fixture.server.misbehave((isHead, good) -> Reply.json(isHead ? head.getBytes(StandardCharsets.UTF_8) : body));
        return fixture;
    }

    private static void rejects(LinkDecision decision, Rejection why, String detail) {
        equal(decision.action() + " " + decision.rejection(), Action.REJECT + " " + why, String.valueOf(decision));
        if (detail != null) equal(decision.detail(), detail, "detail");
    }

    private static void exposure() throws Throwable {
        try (Fixture fixture = fixture()) {
            RouteClient client = fixture.client();
            client.refresh();
            LinkRouter router = router(client);
            LinkDecision open = router.decide("https://m.example.com/open/7");
            equal(open.screen() + " " + open.parameters().get("id") + " " + open.resolution().transition(), "Open 7 show", "open");
            rejects(router.decide("https://m.example.com/open"), Rejection.MISSING_PARAMETER, "ID");
            LinkRouter handed = LinkRouter.builder(client)
                    .screen("Open", ScreenRegistration.exported().requires("ID"))
                    .handover(LinkHandover.builder().host("m.example.com").secondHost("o.example.com", "m.example.com").build())
                    .build();
            rejects(router.decide("https://o.example.com/open/7"), Rejection.NOT_FOUND, null);
            equal(handed.decide("https://o.example.com/open/7").parameters().get("id"), "7", "a second host");
            equal(handed.decide("https://o.example.com/open/7", LinkKind.PUSH).page(), "https://o.example.com/open/7", "no App Link");
            for (LinkKind kind : LinkKind.values()) {
                LinkDecision secret = router.decide("https://m.example.com/secret", kind);
                if (kind == LinkKind.INTERNAL) equal(secret.screen(), "Secret", "from the app");
                else rejects(secret, Rejection.NOT_EXPORTED, "Secret");
            }
            rejects(router.decide("https://m.example.com/gone"), Rejection.UNKNOWN_SCREEN, "Gone");
            rejects(router.decide("https://m.example.com/no", LinkKind.INTERNAL), Rejection.BLOCKED, "closed");
            rejects(router.decide("https://m.example.com/push", LinkKind.PUSH), Rejection.MISSING_PARAMETER, "ID");
            rejects(router.decide("https://m.example.com/push"), Rejection.NOT_FOUND, null);
        }
    }

    private static void pages() throws Throwable {
        try (Fixture fixture = fixture()) {
            RouteClient client = fixture.client();
            client.refresh();
            LinkRouter router = router(client);
            equal(router.decide("https://m.example.com/web").page(), "https://www.example.com/", "a page that a rule names");
            rejects(router.decide("https://m.example.com/pay"), Rejection.SCHEME_NOT_ALLOWED, "pay");
            LinkRouter paying = LinkRouter.builder(client).allowSchemes("Pay").build();
            equal(paying.decide("https://m.example.com/pay").page(), "pay://x/", "an allowed scheme");
            for (String scheme : new String[] {"intent", "JavaScript", "file", "content", "data"}) {
                ReaderTests.refused(() -> LinkRouter.builder(client).allowSchemes(scheme));
            }
            rejects(router.decide("https://other.example.com/"), Rejection.NOT_FOUND, null);
            LinkDecision page = router.decide("https://other.example.com/", LinkKind.PUSH);
            equal(page.page() + " " + page.rejection(), "https://other.example.com/ NOT_FOUND", "a page for a notification");
            LinkRouter closed = LinkRouter.builder(client).opensPages(false).build();
            rejects(closed.decide("https://other.example.com/", LinkKind.PUSH), Rejection.NOT_FOUND, null);
            rejects(router.decide("moments:x", LinkKind.PUSH), Rejection.NOT_FOUND, null);
            rejects(router.decide("no address"), Rejection.NOT_AN_ADDRESS, null);
            rejects(router.decide(null), Rejection.NO_ADDRESS, null);
            rejects(router.decide(""), Rejection.NO_ADDRESS, null);
            rejects(router.decide("https://m.example.com/" + "x".repeat(9000)), Rejection.FAILED, null);
        }
    }

    private static void notReady() throws Throwable {
        try (Fixture fixture = fixture()) {
            rejects(router(fixture.client()).decide("https://m.example.com/open/7"), Rejection.NOT_READY, null);
        }
    }
}
