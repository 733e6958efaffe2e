// The text of a JSON number in, what it means exactly out: the service reads numbers by their text.

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
const LONGEST_WHOLE = 4300; // What the generated Python package reads; a longer one is no number for it.
const LONGEST_EXPONENT = 18;

// The digits without zeros at their ends, and the power of ten of the last one. "1.50" is {digits: "15", power: -1n}.
function exact(text) {
  const [, sign, whole, fraction = "", exponent = "0"] = NUMBER.exec(text);
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = all.replace(/0+$/, "");
  if (!digits) return { digits: "0", power: 0n };
  return { digits: sign + digits, power: BigInt(exponent) - BigInt(fraction.length) + BigInt(all.length - digits.length) };
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

export function decimalPlaces(text) {
  const { power } = exact(text);
  return power < 0n ? Number(-power) : 0;
}
