import { bodyError } from '../kernel/errors.ts';

/** No exponent, and at most two digits after the point. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d{1,2})?$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** JSON.parse reads this as Infinity, which no field accepts. */
const NO_NUMBER = '1e999';

const QUOTE = 0x22;
const COLON = 0x3a;

interface JsonScan {
  /** Keys that the outermost object repeats. JSON.parse would silently keep the last value. */
  readonly repeatedKeys: readonly string[];
  /**
   * The text with every number that is not plain replaced by one that no field accepts. JSON.parse would round such
   * a number, perhaps to a valid one.
   */
  readonly plainText: string;
}

/** Scans JSON text once for what JSON.parse hides. Invalid JSON stays invalid. */
export function scanJson(text: string): JsonScan {
  const keys = new Set<string>();
  const repeated = new Set<string>();
  let plainText = '';
  let copiedTo = 0;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let end = at + 1;
    if (code === QUOTE) {
      end = endOfString(text, at);
      if (depth === 1 && isKey(text, end)) {
        const key = readKey(text.slice(at, end));
        if (keys.has(key)) repeated.add(key);
        keys.add(key);
      }
    } else if (isOpening(code)) {
      depth += 1;
    } else if (isClosing(code)) {
      depth -= 1;
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
  return { repeatedKeys: [...repeated], plainText: copiedTo === 0 ? text : plainText + text.slice(copiedTo) };
}

/** A body of JSON. */
interface JsonBody extends JsonScan {
  /** An object or an array, in which every number that is not plain is Infinity. */
  readonly value: unknown;
}

/**
 * Parses a body, after its sign was verified: until then only its bytes are needed.
 * @throws ServiceError error_validation when it is no JSON object or array.
 */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const scan = scanJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  return { ...scan, value: parseObject(scan.plainText) };
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // An escape can spell the key.
    if (/__proto__|\\u/.test(text)) dropPrototypeKeys(value);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  // The names of a form may stand in a log; a message repeats nothing of the body.
  const isForm = /^[\w.-]+=/.test(text);
  throw bodyError(
    isForm
      ? 'The body is a form: send it as application/x-www-form-urlencoded, or send one JSON object.'
      : 'The body must be one valid JSON object.',
  );
}

/** Drops `__proto__` keys, like a form. It does not recurse: values may be nested deeper than the call stack. */
function dropPrototypeKeys(value: unknown): void {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== 'object' || next === null) continue;
    Reflect.deleteProperty(next, '__proto__');
    for (const inner of Object.values(next)) left.push(inner);
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
