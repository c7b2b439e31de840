/**
 * Whether one changed, missing or added character, or one transposition, turns one text into the other. Equal texts
 * have no slip.
 */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  if (short.length < long.length) return short.slice(start) === long.slice(start + 1);
  if (short.slice(start + 1) === long.slice(start + 1)) return true;
  const isExchanged = short[start] === long[start + 1] && short[start + 1] === long[start];
  return isExchanged && short.slice(start + 2) === long.slice(start + 2);
}

const MIN_DOUBLED = 5;
const MIN_EXCHANGED = 6;

/**
 * Whether somebody doubled a letter, failed to double it, or transposed two letters. Other slips turn one surname into
 * another: Karataş, Karakaş and Karabaş, Arslan and Aslan.
 */
export function isSlipOfFingers(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < MIN_DOUBLED || !isOneSlip(short, long)) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length > short.length) return long[at] === long[at - 1];
  return short.length >= MIN_EXCHANGED && short[at] === long[at + 1] && short[at + 1] === long[at];
}
