// Numbers by their digits: what a number means exactly, however it is written.

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const LONGEST_EXPONENT = 18;

/** A number of a body, one that no double keeps as a bigint; or the text of a number. */
export type Numeric = number | bigint | string;

// The digits without zeros at their ends, and the power of ten of the last one. "1.50" is {digits: "15", power: -1}.
function exact(number: Numeric): { digits: string; power: number } {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(String(number)) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = withoutTrailingZeros(all);
  if (!digits) return { digits: "0", power: 0 };
  return { digits: sign + digits, power: Number(exponent) - fraction.length + all.length - digits.length };
}

// `/0+$/` would try again at each zero of a run that ends inside.
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

/** Returns whether a double keeps a number that is written with a fraction or an exponent. */
export function isKept(text: string): boolean {
  const exponent = NUMBER.exec(text)?.[4];
  if (exponent && exponent.replace(/^[+-]?0*/, "").length > LONGEST_EXPONENT) return false;
  const value = Number(text);
  return Number.isFinite(value) && plain(value) === plain(text);
}

/** Returns less than 0, 0 or more than 0, as the first number is below, equal to or above the second. */
export function compare(one: Numeric, other: Numeric): number {
  const [first, second] = [Number(one), Number(other)];
  // Rounding keeps the order, so only equal doubles need their digits.
  if (first !== second) return first < second ? -1 : 1;
  const [a, b] = scaled(exact(one), exact(other));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns whether the first number is a multiple of the second. */
export function isMultiple(one: Numeric, step: Numeric): boolean {
  const [value, unit] = [exact(one), exact(step)];
  if (value.digits === "0" || (unit.digits === "1" && value.power >= unit.power)) return true;
  const [a, b] = scaled(value, unit);
  return a % b === 0n;
}

function scaled(one: { digits: string; power: number }, other: { digits: string; power: number }): [bigint, bigint] {
  const lowest = Math.min(one.power, other.power);
  const whole = ({ digits, power }: { digits: string; power: number }) => BigInt(digits) * 10n ** BigInt(power - lowest);
  return [whole(one), whole(other)];
}

/** Returns a text that is the same for all ways to write a number. */
export function plain(number: Numeric): string {
  const { digits, power } = exact(number);
  return digits === "0" ? "0" : `${digits}e${power}`;
}
