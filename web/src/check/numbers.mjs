// The text of a JSON number in, what it means exactly out: the service reads numbers by their text.

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const LONGEST_WHOLE = 4300; // What the generated Python package reads; a longer one is no number for it.
const LONGEST_EXPONENT = 18;

// The digits without zeros at their ends, and the power of ten of the last one. "1.50" is {digits: "15", power: -1n}.
function exact(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = NUMBER.exec(text);
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = withoutTrailingZeros(all);
  if (!digits) return { digits: "0", power: 0n };
  return { digits: sign + digits, power: BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length) };
}

// `/0+$/` would try again at each zero of a run that ends inside.
function withoutTrailingZeros(digits) {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

// Whether every reader of JSON keeps the number. Whole numbers are kept at any length that is read at all.
export function isKept(text) {
  const [, , whole, fraction, exponent] = NUMBER.exec(text);
  if (fraction === undefined && exponent === undefined) return whole.length <= LONGEST_WHOLE;
  if (exponent && exponent.replace(/^[+-]/, "").length > LONGEST_EXPONENT) return false;
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const [read, written] = [exact(String(value)), exact(text)];
  return read.digits === written.digits && read.power === written.power;
}

// Returns less than 0, 0 or more than 0, as the first number is below, equal to or above the second; both are texts.
export function compare(one, other) {
  const [a, b] = [exact(one), exact(other)];
  const power = a.power < b.power ? a.power : b.power;
  const difference = scaled(a, power) - scaled(b, power);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function scaled({ digits, power }, lowest) {
  return BigInt(digits) * 10n ** (power - lowest);
}

// Returns a text that is the same for all ways to write a number.
export function plain(text) {
  const { digits, power } = exact(text);
  return digits === "0" ? "0" : `${digits}e${power}`;
}

// Whether a number has no fraction, however it is written: 5.0 has none.
export function isWhole(text) {
  return exact(text).power >= 0n;
}

// Whether the first number is a multiple of the second; both are texts.
export function isMultiple(one, step) {
  const [a, b] = [exact(one), exact(step)];
  const power = a.power < b.power ? a.power : b.power;
  return scaled(a, power) % scaled(b, power) === 0n;
}
