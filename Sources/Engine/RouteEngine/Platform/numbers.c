// Decimal text to the nearest double, which Embedded Swift calls for `Double(_: String)`.
//
// strtod(3) of a C library depends on the process's locale, and WebAssembly has none. So this is exact arithmetic with
// large integers: the text is a fraction of two integers, and its quotient is rounded half to even (IEEE 754).

#include <stddef.h>
#include <stdint.h>

enum {
    // Digits beyond these cannot change the result, except by being not all zero (IEEE 754: 767 digits decide).
    digitsMax = 800,
    // A larger or smaller decimal exponent means infinity or zero.
    exponentMax = 2000,
    // The numerator and the denominator have at most 10^(digitsMax + exponentMax), and 70 bits more.
    wordsMax = 400
};

// A natural number, least significant word first; the highest word is not zero.
typedef struct {
    uint32_t words[wordsMax];
    int count;
} Natural;

static void multiplyAdd(Natural *number, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int at = 0; at < number->count; at++) {
        carry += (uint64_t)number->words[at] * factor;
        number->words[at] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) number->words[number->count++] = (uint32_t)carry;
}

static int bitCount(const Natural *number) {
    if (number->count == 0) return 0;
    return number->count * 32 - __builtin_clz(number->words[number->count - 1]);
}

static void shiftLeft(Natural *number, int bits) {
    if (number->count == 0) return;
    int whole = bits / 32;
    for (int at = number->count - 1; at >= 0; at--) number->words[at + whole] = number->words[at];
    for (int at = 0; at < whole; at++) number->words[at] = 0;
    number->count += whole;
    if (bits % 32 != 0) multiplyAdd(number, (uint32_t)1 << (bits % 32), 0);
}

static int isLess(const Natural *left, const Natural *right) {
    if (left->count != right->count) return left->count < right->count;
    for (int at = left->count - 1; at >= 0; at--)
        if (left->words[at] != right->words[at]) return left->words[at] < right->words[at];
    return 0;
}

// Subtracts a number that is not larger.
static void subtract(Natural *number, const Natural *other) {
    int64_t borrow = 0;
    for (int at = 0; at < number->count; at++) {
        int64_t word = (int64_t)number->words[at] - (at < other->count ? other->words[at] : 0) + borrow;
        number->words[at] = (uint32_t)word;
        borrow = word >> 32;
    }
    while (number->count > 0 && number->words[number->count - 1] == 0) number->count--;
}

// The bits of the double nearest to a fraction that is not zero; both numbers are changed.
static uint64_t nearest(Natural *numerator, Natural *denominator) {
    // 2^exponent <= fraction < 2^(exponent + 2).
    int exponent = bitCount(numerator) - bitCount(denominator) - 1;
    if (exponent > 1024) return (uint64_t)0x7FF << 52;
    if (exponent < -1080) return 0;
    // Scales the fraction to at least 1 and less than 4, then takes its bits one by one.
    if (exponent > 0) shiftLeft(denominator, exponent); else shiftLeft(numerator, -exponent);
    shiftLeft(denominator, 1);
    if (isLess(numerator, denominator)) shiftLeft(numerator, 1); else exponent++;
    // Now it is at least 1 and less than 2. A subnormal number has fewer bits than 53.
    int bits = exponent >= -1022 ? 53 : 53 - (-1022 - exponent);
    uint64_t significand = 0;
    for (int bit = 0; bit < bits; bit++) {
        significand <<= 1;
        if (!isLess(numerator, denominator)) {
            subtract(numerator, denominator);
            significand |= 1;
        }
        shiftLeft(numerator, 1);
    }
    // `numerator` is now the next bit and all bits behind it: more than half, or half and odd, rounds up.
    if (bits >= 0 && !isLess(numerator, denominator)) {
        subtract(numerator, denominator);
        if (numerator->count != 0 || (significand & 1) != 0) significand++;
    }
    if (exponent < -1022) return significand;
    // A carry out of the significand increases the exponent, up to infinity.
    uint64_t result = ((uint64_t)(exponent + 1022) << 52) + significand;
    return exponent > 1023 ? (uint64_t)0x7FF << 52 : result;
}

static int isDigit(char character) { return character >= '0' && character <= '9'; }

// Reads digits with an optional point; returns the place behind them, or NULL if there is no digit.
static const char *readDigits(const char *text, Natural *number, int *exponent) {
    int digits = 0, hasDigit = 0, hasPoint = 0, isInexact = 0;
    for (; isDigit(*text) || (*text == '.' && !hasPoint); text++) {
        if (*text == '.') {
            hasPoint = 1;
            continue;
        }
        hasDigit = 1;
        if (digits < digitsMax) {
            multiplyAdd(number, 10, (uint32_t)(*text - '0'));
            if (number->count != 0) digits++;
            *exponent -= hasPoint;
        } else {
            isInexact |= *text != '0';
            *exponent += !hasPoint;
        }
    }
    if (isInexact) {
        // One more digit stands for all that were left out.
        multiplyAdd(number, 10, 1);
        *exponent -= 1;
    }
    return hasDigit ? text : NULL;
}

// Reads `e` and a number behind it, and adds it; returns the place behind it.
static const char *readExponent(const char *text, int *exponent) {
    if (*text != 'e' && *text != 'E') return text;
    const char *digits = text + 1;
    int isNegative = *digits == '-', number = 0;
    if (*digits == '-' || *digits == '+') digits++;
    if (!isDigit(*digits)) return text;
    for (; isDigit(*digits); digits++)
        if (number < 1000000) number = number * 10 + (*digits - '0');
    *exponent += isNegative ? -number : number;
    return digits;
}

const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
    Natural numerator = {.count = 0}, denominator = {.words = {1}, .count = 1};
    int exponent = 0, isNegative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    const char *end = readDigits(text, &numerator, &exponent);
    if (end == NULL) return NULL;
    end = readExponent(end, &exponent);
    union {
        uint64_t bits;
        double value;
    } number = {.bits = 0};
    if (numerator.count != 0 && exponent > exponentMax) {
        number.bits = (uint64_t)0x7FF << 52;
    } else if (numerator.count != 0 && exponent >= -exponentMax) {
        Natural *scaled = exponent > 0 ? &numerator : &denominator;
        for (int power = exponent > 0 ? exponent : -exponent; power > 0; power--) multiplyAdd(scaled, 10, 0);
        number.bits = nearest(&numerator, &denominator);
    }
    number.bits |= (uint64_t)isNegative << 63;
    *result = number.value;
    return end;
}
