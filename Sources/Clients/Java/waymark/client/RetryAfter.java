package waymark.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.StringTokenizer;

/** Reads the field {@code Retry-After} (RFC 9110 section 10.2.3). */
final class RetryAfter {
    private static final List<String> MONTHS =
            Arrays.asList("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private RetryAfter() {}

    /**
     * Reads a number of seconds, or a date in one of the three formats of RFC 9110 section 5.6.7.
     *
     * <p>A date is compared with the server's {@code Date}, so that a wrong clock of this device does not change the wait
     * (client.md C5.3).
     *
     * @param text the field's value
     * @param date the field {@code Date} of the same answer
     * @param nowMillis this device's time, used without {@code date}
     * @return seconds, never negative; -1 if the field is missing or not valid
     */
    static long seconds(@Nullable String text, @Nullable String date, long nowMillis) {
        if (text == null) return -1;
        if (isNumber(text)) return text.length() > 18 ? Long.MAX_VALUE : Long.parseLong(text);
        long reference = nowMillis;
        if (date != null && instant(date, nowMillis) != null) reference = instant(date, nowMillis);
        Long end = instant(text, reference);
        return end == null ? -1 : Math.max(0, (end - reference + 999) / 1000);
    }

    /** Reads an HTTP date; a year of two digits is at most 50 years after the reference. */
    @Nullable
    private static Long instant(String text, long referenceMillis) {
        String[] words = words(text);
        String day;
        String month;
        String year;
        String time;
        if (words.length == 6 && words[5].equals("GMT")) {
            day = words[1];
            month = words[2];
            year = words[3];
            time = words[4];
        } else if (words.length == 5) { // asctime
            day = words[2];
            month = words[1];
            year = words[4];
            time = words[3];
        } else {
            return null;
        }
        String[] clock = time.split(":", -1);
        boolean isValid = clock.length == 3 && MONTHS.contains(month);
        for (String number : new String[] {day, year}) isValid &= isNumber(number) && number.length() <= 4;
        for (String number : clock) isValid &= isNumber(number) && number.length() == 2;
        if (!isValid) return null;
        int fullYear = Integer.parseInt(year);
        if (year.length() == 2) {
            int now = LocalDateTime.ofInstant(Instant.ofEpochMilli(referenceMillis), ZoneOffset.UTC).getYear();
            fullYear += (now + 50) / 100 * 100;
            if (fullYear > now + 50) fullYear -= 100;
        }
        try {
            LocalDateTime at = LocalDateTime.of(
                    fullYear,
                    MONTHS.indexOf(month) + 1,
                    Integer.parseInt(day),
                    Integer.parseInt(clock[0]),
                    Integer.parseInt(clock[1]),
                    Integer.parseInt(clock[2]));
            return at.toEpochSecond(ZoneOffset.UTC) * 1000;
        } catch (DateTimeException error) {
            return null;
        }
    }

    private static String[] words(String text) {
        StringTokenizer tokens = new StringTokenizer(text, " ,-");
        String[] words = new String[tokens.countTokens()];
        for (int index = 0; index < words.length; index++) words[index] = tokens.nextToken();
        return words;
    }

    private static boolean isNumber(String text) {
        for (int index = 0; index < text.length(); index++) {
            if (text.charAt(index) < '0' || text.charAt(index) > '9') return false;
        }
        return !text.isEmpty();
    }
}
