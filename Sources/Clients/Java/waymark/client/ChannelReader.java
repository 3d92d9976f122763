package waymark.client;

import java.util.function.LongSupplier;
import waymark.client.RouteClientException.Code;

/** Reads the heads and bodies of one channel from its server; rejects the heads of other channels. */
final class ChannelReader {
    private final Endpoint endpoint;
    private final Transport transport;
    private final LongSupplier clock;

    ChannelReader(Endpoint endpoint, Transport transport, LongSupplier clock) {
        this.endpoint = endpoint;
        this.transport = transport;
        this.clock = clock;
    }

    /** Requests the channel's current head. */
    Head head(Exchange exchange) throws RouteClientException {
        return head(get(endpoint.headAddress(), Limits.HEAD_BYTES_MAX, exchange));
    }

    /** Requests the body that a head names; its digest is not checked here. */
    byte[] body(Head head, Exchange exchange) throws RouteClientException {
        return get(endpoint.bodyAddress(head.body), Limits.BODY_BYTES_MAX, exchange);
    }

    /** Reads a head, which must be that of this app and channel (client.md C3.2). */
    Head head(byte[] bytes) throws RouteClientException {
        Head head;
        try {
            head = Head.read(bytes);
        } catch (IllegalArgumentException error) {
            throw new RouteClientException(
                    Code.UNEXPECTED_CONTENT, "the answer is not a head: " + error.getMessage(), error);
        }
        if (head.app.equals(endpoint.app) && head.channel.equals(endpoint.channel)) return head;
        throw new RouteClientException(
                Code.UNEXPECTED_CONTENT,
                "requested the head of " + endpoint.app + "/" + endpoint.channel + ", received " + head.app + "/"
                        + head.channel);
    }

    /** Reads the stream of heads to its end; the receiver gets its bytes if the answer is one (client.md C6.1). */
    void stream(Exchange exchange, Transport.Receiver receiver) throws RouteClientException {
        transport.stream(endpoint.eventsAddress(), exchange, receiver);
    }

    /** Accepts an answer with status 200 and the content type of Server-Sent Events. */
    void requireStream(Transport.Answer answer) throws RouteClientException {
        if (answer.status == 200 && answer.mediaType().equals("text/event-stream")) return;
        throw new RouteClientException(
                answer.status == 200 ? Code.UNEXPECTED_CONTENT : Code.UNEXPECTED_STATUS,
                "the stream of heads answered " + answer.status + " with "
                        + (answer.contentType == null ? "no content type" : answer.contentType),
                null,
                answer.status,
                retryAfter(answer),
                null);
    }

    /** Requests a JSON document; throws an error that describes the answer if it is not one (client.md C2.2). */
    private byte[] get(String address, int bytesMax, Exchange exchange) throws RouteClientException {
        Transport.Answer answer = transport.get(address, bytesMax, exchange);
        if (answer.status != 200) throw refusal(answer, address);
        if (!isJson(answer.mediaType())) {
            throw new RouteClientException(
                    Code.UNEXPECTED_CONTENT,
                    address + " answered with " + (answer.contentType == null ? "no content type" : answer.contentType),
                    "a network with a login page answers so until you have logged in");
        }
        return answer.content;
    }

    private RouteClientException refusal(Transport.Answer answer, String address) {
        String hint = null;
        if (answer.status == 404) {
            hint = "check the names of the app and the channel";
        } else if (answer.status == 304) {
            hint = "this request had no condition: an HTTP cache between this device and the server is broken";
        } else if (answer.status >= 300 && answer.status < 400) {
            hint = "redirects are not followed: configure the address that the server itself has";
        }
        Code code = answer.status == 404 ? Code.UNKNOWN_APP : Code.UNEXPECTED_STATUS;
        return new RouteClientException(
                code, address + " answered " + answer.status, hint, answer.status, retryAfter(answer), null);
    }

    private long retryAfter(Transport.Answer answer) {
        return RetryAfter.seconds(answer.retryAfter, answer.date, clock.getAsLong());
    }

    /** {@code application/json}, or a type with the suffix {@code +json} (RFC 6839 section 3.1). */
    private static boolean isJson(String type) {
        return type.equals("application/json") || type.startsWith("application/") && type.endsWith("+json");
    }
}
