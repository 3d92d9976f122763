package waymark.client;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The functions of {@code waymark.h}, through {@code libwaymark_jni}.
 *
 * <p>A function that fails returns 0 or null and stores a problem, a JSON object, in the first element of {@code
 * problems}. Handles are pointers: each is closed once, and not while another call uses it ({@link Engine}).
 */
final class Native {
    /** The version of the functions that this class calls. */
    private static final long ABI = 1;

    static {
        System.loadLibrary("waymark_jni");
        Object abi = ((Map<?, ?>) Json.parse(new String(version(), StandardCharsets.UTF_8), Limits.JSON_DEPTH_MAX)).get("abi");
        if (!Long.valueOf(ABI).equals(abi)) {
            throw new UnsatisfiedLinkError("libwaymark_jni has version " + abi + " of the functions, and not " + ABI);
        }
    }

    private Native() {}

    static native byte[] version();

    static native long open(byte[] body, byte[][] problems);

    static native long openIndex(byte[] file, byte[][] problems);

    @Nullable
    static native byte[] compile(byte[] body, byte[][] problems);

    static native void close(long release);

    static native byte[] describe(long release);

    static native long newContext(byte[] json, byte[][] problems);

    static native void freeContext(long context);

    static native byte[] resolve(long release, long context, byte[] address, long now, int flags);
}
