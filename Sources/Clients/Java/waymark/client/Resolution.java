package waymark.client;

import java.util.Collections;
import java.util.List;

/** The result of resolving an address: the outcome and the redirects on the way (language.md L7.7). */
public final class Resolution {
    /** What an address leads to. The app decides what opens (client.md C7.3). */
    public enum Outcome {
        /** A screen of the app: {@link Resolution#screen()}. */
        SCREEN,
        /** An address for a browser or another app, reached by redirects: {@link Resolution#address()}. */
        ADDRESS,
        /** A rule blocks the address: {@link Resolution#reason()}. Open nothing. */
        BLOCKED,
        /** No rule matches the address. */
        UNMATCHED,
        /** The address could not be resolved: {@link Resolution#failure()}. */
        FAILED
    }

    /** Why an address could not be resolved. */
    public static final class Failure {
        /** The code of a client without a release (client.md C1.4). */
        public static final String NOT_READY = "not-ready";
        /** The code of a text that is not an address. */
        public static final String INVALID_ADDRESS = "invalid-address";

        private final String code;
        private final String detail;

        Failure(String code, String detail) {
            this.code = code;
            this.detail = detail;
        }

        /**
         * The kind of failure.
         *
         * @return a stable word, such as {@code not-ready}, {@code loop} or {@code invalid-address}
         */
        public String code() {
            return code;
        }

        /**
         * What happened.
         *
         * @return a sentence for people
         */
        public String detail() {
            return detail;
        }
    }

    /** One step of a resolution. */
    public static final class Hop {
        private final String rule;
        private final long alternative;
        private final String from;
        @Nullable private final String to;

        Hop(String rule, long alternative, String from, @Nullable String to) {
            this.rule = rule;
            this.alternative = alternative;
            this.from = from;
            this.to = to;
        }

        /**
         * The id of the rule that matched.
         *
         * @return the id
         */
        public String rule() {
            return rule;
        }

        /**
         * The number of the alternative within the rule, over all its patterns.
         *
         * @return the number, from 0
         */
        public long alternative() {
            return alternative;
        }

        /**
         * The address that matched.
         *
         * @return the address
         */
        public String from() {
            return from;
        }

        /**
         * The address that a redirect led to.
         *
         * @return the address; null for the last step
         */
        @Nullable
        public String to() {
            return to;
        }
    }

    /** A rule that was tried for an address, and what came of it. */
    public static final class Candidate {
        private final String address;
        private final Hop place;
        @Nullable private final String component;
        @Nullable private final String detail;

        Candidate(String address, String rule, long alternative, @Nullable String component, @Nullable String detail) {
            this.address = address;
            place = new Hop(rule, alternative, address, null);
            this.component = component;
            this.detail = detail;
        }

        /**
         * The address that was looked up.
         *
         * @return the address
         */
        public String address() {
            return address;
        }

        /**
         * The id of the rule.
         *
         * @return the id
         */
        public String rule() {
            return place.rule;
        }

        /**
         * The number of the alternative within the rule.
         *
         * @return the number, from 0
         */
        public long alternative() {
            return place.alternative;
        }

        /**
         * The first part that did not hold, such as a condition's name.
         *
         * @return its name; null if the candidate won
         */
        @Nullable
        public String failedComponent() {
            return component;
        }

        /**
         * Why that part did not hold.
         *
         * @return a sentence for people; null if the candidate won
         */
        @Nullable
        public String detail() {
            return detail;
        }
    }

    final Outcome outcome;
    final String original;
    @Nullable String screen;
    @Nullable String transition;
    @Nullable String address;
    @Nullable String reason;
    @Nullable Failure failure;
    @Nullable List<Candidate> explanation;
    List<Hop> trail = Collections.emptyList();
    Parameters parameters = Parameters.NONE;
    long version;

    Resolution(Outcome outcome, String original) {
        this.outcome = outcome;
        this.original = original;
    }

    /** The answer of a client without a release (client.md C1.4). */
    static Resolution notReady(String original) {
        Resolution resolution = new Resolution(Outcome.FAILED, original);
        resolution.failure = new Failure(Failure.NOT_READY, "No rules have arrived yet.");
        return resolution;
    }

    /**
     * What the address leads to.
     *
     * @return the outcome
     */
    public Outcome outcome() {
        return outcome;
    }

    /**
     * The address as it was given.
     *
     * @return the text
     */
    public String original() {
        return original;
    }

    /**
     * The name of the screen, which the app maps to code.
     *
     * @return the name; null for other outcomes
     */
    @Nullable
    public String screen() {
        return screen;
    }

    /**
     * How to show the screen: {@code show}, {@code present}, or a name that the app defines.
     *
     * @return the name; null for the app's own choice
     */
    @Nullable
    public String transition() {
        return transition;
    }

    /**
     * The address to open.
     *
     * @return the address; null for other outcomes than {@link Outcome#ADDRESS}
     */
    @Nullable
    public String address() {
        return address;
    }

    /**
     * Why the rule blocks the address.
     *
     * @return the reason; null for other outcomes than {@link Outcome#BLOCKED}
     */
    @Nullable
    public String reason() {
        return reason;
    }

    /**
     * Why the address could not be resolved.
     *
     * @return the failure; null for other outcomes than {@link Outcome#FAILED}
     */
    @Nullable
    public Failure failure() {
        return failure;
    }

    /**
     * The redirects and the last match, in order.
     *
     * @return the steps; empty if no rule matched
     */
    public List<Hop> trail() {
        return trail;
    }

    /**
     * The number of the release.
     *
     * @return the number; 0 without a release
     */
    public long version() {
        return version;
    }

    /**
     * The parameters for the screen, from the address and the rules.
     *
     * @return the parameters
     */
    public Parameters parameters() {
        return parameters;
    }

    /**
     * The rules that were tried, in order, if this was asked for.
     *
     * @return the candidates of all steps; null unless the resolution was asked to explain
     */
    @Nullable
    public List<Candidate> explanation() {
        return explanation;
    }

    @Override
    public String toString() {
        String what = screen != null ? screen + " " + parameters : address != null ? address : reason;
        if (failure != null) what = failure.code() + ": " + failure.detail();
        return original + " leads to " + outcome + (what == null ? "" : " " + what);
    }
}
