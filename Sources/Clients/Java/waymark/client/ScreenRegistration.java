package waymark.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A screen of the app: who may open it, and what it needs. Rules choose screens by name, and cannot extend these
 * permissions.
 */
public final class ScreenRegistration {
    private final boolean isExported;
    private final List<String> required;

    private ScreenRegistration(boolean isExported, List<String> required) {
        this.isExported = isExported;
        this.required = required;
    }

    /**
     * A screen that links from outside may open. It must only show something: a screen that changes or deletes something,
     * or shows what other people must not see, is {@link #internal()}.
     *
     * @return the registration
     */
    public static ScreenRegistration exported() {
        return new ScreenRegistration(true, Collections.emptyList());
    }

    /**
     * A screen that only the app itself may open.
     *
     * @return the registration
     */
    public static ScreenRegistration internal() {
        return new ScreenRegistration(false, Collections.emptyList());
    }

    /**
     * The same with parameters that the screen cannot do without.
     *
     * @param names the names; ASCII letter case does not matter
     * @return a new registration
     */
    public ScreenRegistration requires(String... names) {
        List<String> all = new ArrayList<>(required);
        for (String name : Objects.requireNonNull(names, "names")) all.add(Objects.requireNonNull(name, "names"));
        return new ScreenRegistration(isExported, Collections.unmodifiableList(all));
    }

    /**
     * Whether links from outside may open it.
     *
     * @return whether
     */
    public boolean isExported() {
        return isExported;
    }

    /**
     * The parameters that it cannot do without.
     *
     * @return the names
     */
    public List<String> requiredParameters() {
        return required;
    }
}
