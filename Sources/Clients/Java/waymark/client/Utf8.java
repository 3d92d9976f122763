package waymark.client;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Texts as UTF-8, in both directions. */
final class Utf8 {
    private Utf8() {}

    /**
     * The bytes of a text, with U+FFFD for an unpaired surrogate, as the URL standard does.
     *
     * <p>{@link String#getBytes} would write a question mark, which begins a query.
     */
    static byte[] bytes(String text) {
        return (isWellFormed(text) ? text : repaired(text)).getBytes(StandardCharsets.UTF_8);
    }

    /** Whether all surrogates of a text are in pairs. */
    static boolean isWellFormed(CharSequence text) {
        for (int index = 0; index < text.length(); index++) {
            if (Character.isSurrogate(text.charAt(index)) && !isPair(text, index++)) return false;
        }
        return true;
    }

    /** The text of bytes that must be valid UTF-8. */
    static String strict(byte[] bytes) throws CharacterCodingException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(ByteBuffer.wrap(bytes))
                .toString();
    }

    private static String repaired(String text) {
        StringBuilder result = new StringBuilder(text);
        for (int index = 0; index < text.length(); index++) {
            if (!Character.isSurrogate(text.charAt(index))) continue;
            if (isPair(text, index)) {
                index++;
            } else {
                result.setCharAt(index, '\uFFFD');
            }
        }
        return result.toString();
    }

    private static boolean isPair(CharSequence text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
    }
}
