package waymark.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads JSON (RFC 8259), for heads and for what the engine returns, and writes strings.
 *
 * <p>Objects become {@link Map}, arrays {@link List}, strings {@link String}, integers of 64 bits {@link Long}, other
 * numbers {@link Double}, and null {@link #NULL}. A member that occurs twice and an unpaired surrogate are errors.
 */
final class Json {
    /** The value null. */
    static final Object NULL = new Object();

    private final String text;
    private final int depthMax;
    private int place;

    private Json(String text, int depthMax) {
        this.text = text;
        this.depthMax = depthMax;
    }

    /**
     * The value of a text.
     *
     * @throws IllegalArgumentException if the text is not JSON, or has more than {@code depthMax} levels
     */
    static Object parse(String text, int depthMax) {
        Json reader = new Json(text, depthMax);
        Object value = reader.value(0);
        reader.skipSpace();
        if (reader.place != text.length()) throw reader.error("the end");
        return value;
    }

    /** Appends a text as a JSON string. */
    static void appendString(StringBuilder json, String text) {
        json.append('"');
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < 0x20) {
                json.append("\\u00").append(character < 0x10 ? '0' : '1').append(Character.forDigit(character & 0xF, 16));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }

    private Object value(int depth) {
        if (depth > depthMax) throw error("at most " + depthMax + " levels");
        skipSpace();
        char first = peek();
        switch (first) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", NULL);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        place++;
        skipSpace();
        if (takes('}')) return members;
        do {
            skipSpace();
            if (peek() != '"') throw error("a name");
            String name = string();
            skipSpace();
            if (!takes(':')) throw error("a colon");
            if (members.put(name, value(depth + 1)) != null) throw error("each name once");
            skipSpace();
        } while (takes(','));
        if (!takes('}')) throw error("a closing brace");
        return members;
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        place++;
        skipSpace();
        if (takes(']')) return items;
        do {
            items.add(value(depth + 1));
            skipSpace();
        } while (takes(','));
        if (!takes(']')) throw error("a closing bracket");
        return items;
    }

    private String string() {
        int start = ++place;
        while (peek() != '"' && peek() != '\\' && peek() >= 0x20) place++;
        if (peek() == '"') return text.substring(start, place++);
        StringBuilder result = new StringBuilder().append(text, start, place);
        while (!takes('"')) {
            char character = peek();
            if (character < 0x20) throw error("no control character");
            place++;
            result.append(character == '\\' ? escaped() : character);
        }
        if (!Utf8.isWellFormed(result)) throw error("surrogates in pairs");
        return result.toString();
    }

    private char escaped() {
        char kind = peek();
        place++;
        switch (kind) {
            case '"':
            case '\\':
            case '/':
                return kind;
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'n':
                return '\n';
            case 'r':
                return '\r';
            case 't':
                return '\t';
            case 'u':
                int code = 0;
                for (int digit = 0; digit < 4; digit++, place++) {
                    int value = Character.digit(peek(), 16);
                    if (value < 0 || peek() > 'f') throw error("a hexadecimal digit");
                    code = code * 16 + value;
                }
                return (char) code;
            default:
                throw error("an escape");
        }
    }

    private Object number() {
        int start = place;
        takes('-');
        boolean isZero = takes('0');
        if (!isZero && !digits()) throw error("a value");
        boolean isInteger = true;
        if (takes('.')) {
            isInteger = false;
            if (!digits()) throw error("a digit");
        }
        if (takes('e') || takes('E')) {
            isInteger = false;
            if (!takes('+')) takes('-');
            if (!digits()) throw error("a digit");
        }
        String number = text.substring(start, place);
        if (isInteger) {
            try {
                return Long.valueOf(number);
            } catch (NumberFormatException tooLarge) {
                return Double.valueOf(number);
            }
        }
        return Double.valueOf(number);
    }

    private boolean digits() {
        int start = place;
        while (peek() >= '0' && peek() <= '9') place++;
        return place > start;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, place)) throw error("a value");
        place += word.length();
        return value;
    }

    private void skipSpace() {
        while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') place++;
    }

    /** The character at the current place; U+0000, which no JSON text contains, at the end. */
    private char peek() {
        return place < text.length() ? text.charAt(place) : 0;
    }

    private boolean takes(char character) {
        if (peek() != character) return false;
        place++;
        return true;
    }

    private IllegalArgumentException error(String expected) {
        return new IllegalArgumentException("JSON, character " + place + ": expected " + expected);
    }
}
