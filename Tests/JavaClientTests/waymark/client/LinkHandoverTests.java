package waymark.client;

import static waymark.client.Suite.equal;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a server's pages hand over, by the vectors that all clients share (client.md, section 9). */
final class LinkHandoverTests {
    private LinkHandoverTests() {}

    static void register(Suite suite) {
        suite.test("referrers, arrivals and pasted texts are read as the vectors say (C9.1, C9.3, C9.4, C9.6)", LinkHandoverTests::vectors);
        suite.test("a link has at most 8,192 bytes, and a campaign value 256", LinkHandoverTests::limits);
    }

    private static Map<?, ?> document() throws Exception {
        byte[] bytes = Files.readAllBytes(Paths.get("Config/handover-vectors.json"));
        return (Map<?, ?>) Json.parse(new String(bytes, StandardCharsets.UTF_8), 8);
    }

    private static LinkHandover handover(Map<?, ?> document) {
        LinkHandover.Builder builder = LinkHandover.builder();
        for (Object host : (List<?>) document.get("hosts")) builder.host((String) host);
        for (Map.Entry<?, ?> second : ((Map<?, ?>) document.get("secondHosts")).entrySet()) {
            builder.secondHost((String) second.getKey(), (String) second.getValue());
        }
        for (Object name : (List<?>) document.get("campaign")) builder.campaign((String) name);
        return builder.build();
    }

    private static HandedLink read(LinkHandover handover, String way, String text) {
        if (way.equals("form")) return handover.referrer(text);
        return way.equals("paste") ? handover.pasted(text) : handover.arriving(text);
    }

    private static void vectors() throws Throwable {
        Map<?, ?> document = document();
        LinkHandover handover = handover(document);
        int count = 0;
        for (Object value : (List<?>) document.get("cases")) {
            Map<?, ?> entry = (Map<?, ?>) value;
            String text = (String) entry.get("text");
            HandedLink link = read(handover, (String) entry.get("way"), text);
            equal(link.address(), entry.get("link"), text);
            Object campaign = entry.get("campaign");
            equal(link.campaign(), campaign == null ? new HashMap<>() : campaign, text);
            count++;
        }
        equal(count, 40, "vectors");
        for (Object value : (List<?>) document.get("made")) {
            Map<?, ?> made = (Map<?, ?>) value;
            equal(handover.referrer((String) made.get("handover")).address(), made.get("link"), "what the server made");
        }
    }

    private static void limits() throws Throwable {
        LinkHandover handover = handover(document());
        String start = "https://go.shop.example/";
        String longest = start + "x".repeat(8192 - start.length());
        equal(handover.pasted(longest).address(), longest, "the longest link");
        equal(handover.pasted(longest + "x").address(), null, "a longer one");
        String value = "v".repeat(256);
        equal(handover.referrer("ct=" + value).campaign().get("ct"), value, "the longest value");
        equal(handover.referrer("ct=" + value + "v").campaign().size(), 0, "a longer one");
    }
}
