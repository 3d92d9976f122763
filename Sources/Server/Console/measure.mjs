// Sizes, durations and rates in the language of the person.
import {language, number, t} from "./language.mjs";

const form = (unit, digits = 3, unitDisplay = "short") => {
    const format = new Intl.NumberFormat(language, {style: "unit", unit, unitDisplay, maximumSignificantDigits: digits});
    return value => format.format(value);
};

const sizes = [[1e9, form("gigabyte")], [1e6, form("megabyte")], [1e3, form("kilobyte")], [1, form("byte", 3, "long")]];
const times = [[86_400, form("day", 2)], [3600, form("hour", 2)], [60, form("minute", 2)], [1, form("second")]];
const milliseconds = form("millisecond", 2);

/** A number of bytes. */
export function bytes(value) {
    const [size, write] = sizes.find(([size]) => value >= size) ?? sizes.at(-1);
    return write(value / size);
}

/** A number of seconds; undefined where nothing was measured. */
export function duration(seconds) {
    if (seconds === undefined || !Number.isFinite(seconds)) return t("measure.none");
    const [size, write] = times.find(([size]) => seconds >= size) ?? [0.001, milliseconds];
    return write(seconds / size);
}

/** A number of events in a second. */
export const rate = value => t("measure.perSecond", {value: number(Math.round(value * 10) / 10)});
