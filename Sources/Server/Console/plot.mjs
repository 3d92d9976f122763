// Small plots as SVG: a line over time, several lines, steps. Their values also stand in words and tables.

const space = "http://www.w3.org/2000/svg";

/** An element of a drawing. */
export function svg(name, attributes, ...children) {
    const element = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.setAttribute(key, value);
    for (const child of children.flat(Infinity)) if (child !== undefined) element.append(child);
    return element;
}

const width = 600;

function scale(from, to, start, end) {
    const range = to - from;
    return value => range === 0 ? (start + end) / 2 : start + (value - from) / range * (end - start);
}

const frame = (label, height, ...content) => svg("svg", {class: "plot", viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label}, content);

const path = points => points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A line over time from zero: points are `[milliseconds, value]`. */
export function linePlot(label, points, {height = 72, range} = {}) {
    const known = points.filter(([, value]) => Number.isFinite(value));
    const [from, to] = range ?? [known[0]?.[0] ?? 0, known.at(-1)?.[0] ?? 1];
    const x = scale(from, to, 0, width);
    const y = scale(0, Math.max(...known.map(([, value]) => value), Number.MIN_VALUE), height - 1, 3);
    const line = known.map(([at, value]) => [x(at), y(value)]);
    if (line.length < 2) return frame(label, height, svg("path", {class: "base", d: `M0 ${height - 1}H${width}`}));
    return frame(label, height, svg("path", {class: "area", d: `${path(line)}L${line.at(-1)[0].toFixed(1)} ${height}L${line[0][0].toFixed(1)} ${height}Z`}),
        svg("path", {class: "base", d: `M0 ${height - 1}H${width}`}), svg("path", {class: "line", d: path(line)}));
}

/** Several lines over time from zero, each with its own dashes: `lines` are lists of `[milliseconds, value]` of the same instants. */
export function curvePlot(label, lines, {height = 140} = {}) {
    const all = lines.flat();
    const x = scale(lines[0][0][0], lines[0].at(-1)[0], 0, width);
    const y = scale(0, Math.max(...all.map(([, value]) => value), 1), height - 1, 3);
    return frame(label, height, svg("path", {class: "base", d: `M0 ${height - 1}H${width}`}),
        lines.map((line, index) => svg("path", {class: `line curve-${index % 4}`, d: path(line.map(([at, value]) => [x(at), y(value)]))})));
}

/** The beginning of a line of `curvePlot`, for its row in a table. */
export const curveMark = index => svg("svg", {class: "curve-mark", viewBox: "0 0 24 8", "aria-hidden": "true"}, svg("path", {class: `line curve-${index % 4}`, d: "M0 4H24"}));

/**
 * Steps over time: points are `[milliseconds, value]`, and a value holds until the next point, the last one until `end`.
 * `marks` are instants with a vertical line.
 */
export function stepPlot(label, points, {height = 96, end, marks = []} = {}) {
    const values = points.map(([, value]) => value);
    const x = scale(points[0][0], end, 0, width);
    const y = scale(Math.min(...values) - 0.5, Math.max(...values) + 0.5, height - 2, 2);
    const line = points.flatMap(([at, value], index) => [[x(at), y(value)], [x(points[index + 1]?.[0] ?? end), y(value)]]);
    return frame(label, height, svg("path", {class: "line", d: path(line)}),
        marks.map(at => svg("path", {class: "mark", d: `M${x(at).toFixed(1)} 0V${height}`})));
}
