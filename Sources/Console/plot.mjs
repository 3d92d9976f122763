// Small plots as SVG: a line over time, bands of shares over time, steps. Their values also stand in words and tables.

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

/**
 * Shares over time, one band above the other: `rows` are `[milliseconds, [share, …]]` with shares from 0 to 1.
 * The bands have lines between them and, by turns, four densities.
 */
export function bandPlot(label, rows, {height = 120} = {}) {
    const x = scale(rows[0][0], rows.at(-1)[0], 0, width);
    const y = scale(0, 1, height, 0);
    const count = rows[0][1].length;
    const below = (shares, band) => shares.slice(0, band).reduce((total, share) => total + share, 0);
    return frame(label, height, Array.from({length: count}, (_, band) => {
        const lower = rows.map(([at, shares]) => [x(at), y(below(shares, band))]);
        const upper = rows.map(([at, shares]) => [x(at), y(below(shares, band + 1))]);
        return svg("path", {class: `band band-${band % 4}`, d: `${path(upper)}${path(lower.reverse()).replace("M", "L")}Z`});
    }));
}
