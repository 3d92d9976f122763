// What two people changed in the same rule: fields that only one of them changed merge, others are for a person to decide.

/** Whether two JSON values are equal; the order of members does not matter. */
export function equal(a, b) {
    if (a === b) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every(name => name in b && equal(a[name], b[name]));
}

/** The members in which two versions differ. */
export function differences(a, b) {
    return [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].filter(name => !equal(a?.[name], b?.[name])).sort();
}

/** Items as an object: each under its key, a repeated key with a number. */
function keyed(items, keyOf) {
    const result = {};
    for (const item of items) {
        let key = keyOf(item);
        for (let count = 2; key in result; count += 1) key = `${keyOf(item)} (${count})`;
        result[key] = item;
    }
    return result;
}

/**
 * Lists of items that have a key, merged as the members of a value are: `{base, merged, theirs, conflicts}` as objects by key, and
 * `list(object)`, which has my items in my order, then those that only they have.
 */
export function mergeLists(base, mine, theirs, keyOf) {
    const [old, my, their] = [base, mine, theirs].map(items => keyed(items, keyOf));
    const {merged, conflicts} = threeWay(old, my, their);
    const order = [...Object.keys(my), ...Object.keys(their)];
    return {base: old, merged, theirs: their, conflicts, list: object => [...new Set(order)].filter(key => key in object).map(key => object[key])};
}

/** A version with one member of another. */
export function take(version, name, other) {
    const {[name]: left, ...rest} = version;
    return other !== null && other !== undefined && name in other ? {...rest, [name]: other[name]} : rest;
}

/** `{merged, conflicts}`: mine with what only they changed; `conflicts` are members that both changed differently. */
export function threeWay(base, mine, theirs) {
    let merged = mine;
    const conflicts = [];
    for (const name of differences(base, theirs)) {
        if (equal(mine[name], theirs[name])) continue;
        if (equal(base?.[name], mine[name])) merged = take(merged, name, theirs);
        else conflicts.push(name);
    }
    return {merged, conflicts};
}
