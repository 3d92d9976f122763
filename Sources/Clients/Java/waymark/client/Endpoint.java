package waymark.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import waymark.client.RouteClientException.Code;

/** A channel of an app on a server; makes the addresses of requests and the name of the folder in the storage. */
final class Endpoint {
    private static final String PRODUCTION = "production";

    /** The server's address without a final slash. */
    final String base;
    final String app;
    final String channel;

    Endpoint(String server, String app, String channel) {
        base = base(server);
        this.app = name(app, "app");
        this.channel = name(channel, "channel");
    }

    /** The address of the head (client.md C2.1). */
    String headAddress() {
        return base + "/v1/apps/" + app + "/head" + query();
    }

    /** The address of the stream of heads (client.md C6.1). */
    String eventsAddress() {
        return base + "/v1/apps/" + app + "/events" + query();
    }

    /** The address of the body that a head names, on this endpoint's server (client.md C2.1). */
    String bodyAddress(String path) throws RouteClientException {
        if (path.startsWith("/v1/apps/" + app + "/")) return base + path;
        throw new RouteClientException(
                Code.UNEXPECTED_CONTENT, "the head names a body that is not its app's: " + path);
    }

    /**
     * The name of this endpoint's folder: app, channel, and FNV-1a of 64 bits over server, app and channel.
     *
     * <p>The same as that of the Swift client, so that both read the bundles of {@code waymark bundle}.
     */
    String folderName() {
        long identity = 0xcbf29ce484222325L;
        for (byte part : (base + " " + app + " " + channel).getBytes(StandardCharsets.UTF_8)) {
            identity = (identity ^ part & 0xFF) * 0x100000001b3L;
        }
        // Not String.format, whose first call costs as much as the rest of a launch.
        StringBuilder name = new StringBuilder(app).append('-').append(channel).append('-');
        for (int shift = 60; shift >= 0; shift -= 4) name.append(Character.forDigit((int) (identity >>> shift) & 0xF, 16));
        return name.toString();
    }

    /** Whether a name is that of a folder for the same app and channel, of any server. */
    boolean isSameChannel(String folderName) {
        String prefix = app + "-" + channel + "-";
        if (!folderName.startsWith(prefix) || folderName.length() != prefix.length() + 16) return false;
        for (int index = prefix.length(); index < folderName.length(); index++) {
            if (Character.digit(folderName.charAt(index), 16) < 0) return false;
        }
        return true;
    }

    /** Whether a text is the name of an app or a channel: {@code [a-z0-9][a-z0-9._-]{0,31}}. */
    static boolean isName(String text) {
        if (text.isEmpty() || text.length() > 32) return false;
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            boolean isPlain = character >= 'a' && character <= 'z' || character >= '0' && character <= '9';
            if (!isPlain && (index == 0 || "._-".indexOf(character) < 0)) return false;
        }
        return true;
    }

    private String query() {
        return channel.equals(PRODUCTION) ? "" : "?channel=" + channel;
    }

    private static String name(String name, String kind) {
        if (name != null && isName(name)) return name;
        throw new IllegalArgumentException("\"" + name + "\" is not a valid " + kind
                + " name: use lower-case letters, digits, \".\", \"_\", \"-\"; at most 32");
    }

    private static String base(String server) {
        URI address;
        try {
            address = new URI(String.valueOf(server));
        } catch (URISyntaxException error) {
            throw new IllegalArgumentException(server + " is not an address: " + error.getMessage(), error);
        }
        String scheme = address.getScheme() == null ? "" : address.getScheme().toLowerCase(Locale.ROOT);
        boolean isWeb = scheme.equals("http") || scheme.equals("https");
        if (!isWeb || address.getHost() == null || address.getRawUserInfo() != null || address.getRawQuery() != null
                || address.getRawFragment() != null) {
            throw new IllegalArgumentException(server + " cannot be a server's address: give an http or https address"
                    + " with a host, without user name, query and fragment");
        }
        boolean isUsualPort = address.getPort() == (scheme.equals("http") ? 80 : 443);
        String port = address.getPort() < 0 || isUsualPort ? "" : ":" + address.getPort();
        String base = scheme + "://" + address.getHost().toLowerCase(Locale.ROOT) + port + address.getRawPath();
        while (base.endsWith("/")) base = base.substring(0, base.length() - 1);
        return base;
    }
}
