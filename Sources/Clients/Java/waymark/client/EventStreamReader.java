package waymark.client;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import waymark.client.RouteClientException.Code;

/** Parses Server-Sent Events from bytes as they arrive (HTML Standard section 9.2.6); does no I/O. One thread uses it. */
final class EventStreamReader {
    /** One event. */
    static final class Event {
        /** The field {@code event}; {@code message} if there is none. */
        final String name;
        /** The {@code data} lines, joined by line feeds. */
        final byte[] content;

        private Event(String name, byte[] content) {
            this.name = name;
            this.content = content;
        }
    }

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private String name = "";
    private boolean hasContent;
    private boolean isFirstLine = true;
    private boolean endedByReturn;
    private long retryMillis;

    /** The latest value of the field {@code retry}: the wait before the next connection; 0 without one. */
    long retryMillis() {
        return retryMillis;
    }

    /** Adds bytes and returns the events that they complete; an unfinished event at the end of a stream is dropped. */
    List<Event> feed(byte[] bytes, int count) throws RouteClientException {
        List<Event> events = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            byte part = bytes[index];
            // A line ends with CR, LF or CR LF.
            boolean isSecondHalf = part == '\n' && endedByReturn;
            endedByReturn = part == '\r';
            if (isSecondHalf) continue;
            if (part == '\n' || part == '\r') {
                endLine(events);
                continue;
            }
            line.write(part);
            if (line.size() + content.size() > Limits.STREAM_EVENT_BYTES_MAX) {
                throw new RouteClientException(
                        Code.TOO_LARGE, "an event is longer than " + Limits.STREAM_EVENT_BYTES_MAX + " bytes");
            }
        }
        return events;
    }

    /** Ends a line: an empty line ends the event, any other line is a field of the event. */
    private void endLine(List<Event> events) {
        String text = new String(line.toByteArray(), StandardCharsets.UTF_8);
        line.reset();
        if (isFirstLine && text.startsWith("\uFEFF")) text = text.substring(1);
        isFirstLine = false;
        if (!text.isEmpty()) {
            readField(text);
            return;
        }
        if (hasContent) events.add(new Event(name.isEmpty() ? "message" : name, content.toByteArray()));
        name = "";
        content.reset();
        hasContent = false;
    }

    private void readField(String text) {
        int colon = text.indexOf(':') < 0 ? text.length() : text.indexOf(':');
        String value = text.substring(Math.min(colon + 1, text.length()));
        if (value.startsWith(" ")) value = value.substring(1);
        switch (text.substring(0, colon)) {
            case "event":
                name = value;
                break;
            case "data":
                if (hasContent) content.write('\n');
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                content.write(bytes, 0, bytes.length);
                hasContent = true;
                break;
            case "retry":
                // At most 18 digits: more than that is no number of 64 bits, and is ignored.
                if (value.matches("[0-9]{1,18}")) retryMillis = Long.parseLong(value);
                break;
            default:
                // A comment is a field without a name. `id` is not used: every stream begins with the current head.
                break;
        }
    }
}
