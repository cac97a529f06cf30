/** Exact rational numbers: times of frames are fractions, and a binary number of seconds is not always the same. */
export class Fraction {
  readonly num: bigint;
  readonly den: bigint;

  constructor(num: bigint, den = 1n) {
    if (den === 0n) throw new RangeError('A fraction needs a denominator.');
    const sign = den < 0n ? -1n : 1n;
    const common = gcd(num < 0n ? -num : num, den * sign) || 1n;
    this.num = (num * sign) / common;
    this.den = (den * sign) / common;
  }

  /** "24000/1001", "1.5", 1.5 or a whole number. A binary number means the shortest decimal that names it. */
  static of(value: Fraction | string | number | bigint): Fraction {
    if (value instanceof Fraction) return value;
    if (typeof value === 'bigint') return new Fraction(value);
    const found = /^([+-]?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?(?:\/(\d+))?$/i.exec(String(value).trim());
    if (!found) throw new RangeError(`${value} is not a number.`);
    const [, sign, whole, decimals = '', exponent = '0', den = '1'] = found;
    const scale = Number(exponent) - decimals.length;
    const units = BigInt(`${whole}${decimals}`) * (sign === '-' ? -1n : 1n);
    return scale >= 0
      ? new Fraction(units * 10n ** BigInt(scale), BigInt(den))
      : new Fraction(units, BigInt(den) * 10n ** BigInt(-scale));
  }

  plus(other: Fraction): Fraction {
    return new Fraction(this.num * other.den + other.num * this.den, this.den * other.den);
  }

  minus(other: Fraction): Fraction {
    return new Fraction(this.num * other.den - other.num * this.den, this.den * other.den);
  }

  times(other: Fraction): Fraction {
    return new Fraction(this.num * other.num, this.den * other.den);
  }

  over(other: Fraction): Fraction {
    return new Fraction(this.num * other.den, this.den * other.num);
  }

  /** Negative, nought or positive, as this is less than, equal to or greater than the other. */
  compare(other: Fraction): number {
    const difference = this.num * other.den - other.num * this.den;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  floor(): bigint {
    const quotient = this.num / this.den;
    return this.num % this.den < 0n ? quotient - 1n : quotient;
  }

  ceil(): bigint {
    return -new Fraction(-this.num, this.den).floor();
  }

  toNumber(): number {
    const whole = this.floor();
    return Number(whole) + Number(this.num - whole * this.den) / Number(this.den);
  }

  toString(): string {
    return `${this.num}/${this.den}`;
  }
}

function gcd(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}
