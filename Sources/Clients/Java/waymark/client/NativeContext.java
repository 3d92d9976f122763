package waymark.client;

import java.nio.charset.StandardCharsets;

/** A context as the engine holds it. */
final class NativeContext extends SharedHandle {
    /** Passes a context to the engine, which refuses none that a builder has made. */
    NativeContext(RouteContext context) {
        super(open(context));
    }

    private static long open(RouteContext context) {
        byte[][] problems = new byte[1][];
        long handle = Native.newContext(context.json(), problems);
        if (handle != 0) return handle;
        throw new IllegalArgumentException(new String(problems[0], StandardCharsets.UTF_8));
    }

    @Override
    void free(long handle) {
        Native.freeContext(handle);
    }
}
