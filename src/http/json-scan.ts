/** No exponent, and at most two digits after the point. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d{1,2})?$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON.parse reads this as Infinity, which no field accepts. */
const NO_NUMBER = '1e999';

/** How many repeated keys are reported. */
const MAX_REPEATED = 20;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;

/** The keys and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

export interface JsonScan {
  /** The first keys that an object repeats. JSON.parse would silently keep the last value. */
  readonly repeated: readonly JsonPath[];
  /** The most keys that an object has. */
  readonly mostKeys: number;
  /**
   * The text with every number that is not plain replaced by one that no field accepts. JSON.parse would round such
   * a number, perhaps to a valid one.
   */
  readonly plainText: string;
}

/** Scans JSON text once for what JSON.parse hides. Invalid JSON stays invalid. */
export function scanJson(text: string): JsonScan {
  const open = new OpenValues();
  let plainText = '';
  let copiedTo = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === QUOTE) {
      end = endOfString(text, at);
      if (isKey(text, end)) open.addKey(readKey(text.slice(at, end)));
    } else if (isOpening(code)) {
      open.push(code === OPEN_BRACE);
    } else if (isClosing(code)) {
      open.pop();
    } else if (code === COMMA) {
      open.next();
    } else if (startsNumber(code)) {
      end = endOfNumber(text, at);
      const token = text.slice(at, end);
      if (!PLAIN_NUMBER.test(token) && NUMBER.test(token)) {
        plainText += text.slice(copiedTo, at) + NO_NUMBER;
        copiedTo = end;
      }
    }
    at = end;
  }
  const { repeated, mostKeys } = open;
  return { repeated, mostKeys, plainText: copiedTo === 0 ? text : plainText + text.slice(copiedTo) };
}

interface OpenValue {
  /** Each key of an object so far, and whether it was repeated; undefined before the first one, and in an array. */
  keys: Map<string, boolean> | undefined;
  /** The last key of an object, or the index in an array. */
  place: string | number;
}

/** The objects and arrays that are open at a place of the text, from the outermost one in. */
class OpenValues {
  readonly repeated: JsonPath[] = [];
  mostKeys = 0;
  readonly #open: OpenValue[] = [];

  push(isObject: boolean): void {
    this.#open.push({ keys: undefined, place: isObject ? '' : 0 });
  }

  pop(): void {
    this.#open.pop();
  }

  next(): void {
    const inner = this.#open.at(-1);
    if (typeof inner?.place === 'number') inner.place += 1;
  }

  addKey(key: string): void {
    const inner = this.#open.at(-1);
    if (typeof inner?.place !== 'string') return;
    inner.place = key;
    inner.keys ??= new Map();
    const wasRepeated = inner.keys.get(key);
    inner.keys.set(key, wasRepeated !== undefined);
    this.mostKeys = Math.max(this.mostKeys, inner.keys.size);
    // A path is as long as the text is deep, so a key that is repeated often is reported once.
    if (wasRepeated === false && this.repeated.length < MAX_REPEATED)
      this.repeated.push(this.#open.map(({ place }) => place));
  }
}

/** Reads a plain number. Any other text becomes Infinity, which no field accepts. */
export function readPlainNumber(text: string): number {
  return PLAIN_NUMBER.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
}

function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function isKey(text: string, end: number): boolean {
  let at = end;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
}

/** Reads a key without its quotes and escapes. */
function readKey(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isOfNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function startsNumber(code: number): boolean {
  return isDigit(code) || code === 0x2d; // -
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65; // . + - e E
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b; // { [
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d; // } ]
}
