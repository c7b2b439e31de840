import { bodyError, validationError } from '../kernel/errors.ts';
import { type FieldProblem, fault, fieldProblem } from '../kernel/problems.ts';
import { isFieldName } from '../operations/field-problems.ts';
import { type JsonPath, type JsonScan, scanJson } from './json-scan.ts';
import { MAX_FIELDS } from './limits.ts';

/** No field of an operation is nested deeper. */
const MAX_NAMED_STEPS = 8;

/** A body of JSON. */
interface JsonBody {
  /** An object or an array, in which every number that is not plain is Infinity. */
  readonly value: unknown;
  /** The text that has this value. */
  readonly plainText: string;
}

/**
 * Parses a body, after its sign was verified: until then only its bytes are needed.
 * @throws ServiceError error_validation when it is not a JSON object or array, or for the keys of an object in it.
 */
export function parseJsonBody(bytes: Buffer): JsonBody {
  const scan = scanJson(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const value = parseObject(scan.plainText);
  refuseKeys(scan);
  return { value, plainText: scan.plainText };
}

/** @throws ServiceError error_validation for an object of too many keys, or naming each key that one repeats. */
export function refuseKeys(scan: JsonScan): void {
  const problems = problemsOfKeys(scan);
  if (problems.length > 0) throw validationError(problems);
}

/**
 * The problems of keys: an object has too many, or repeats some.
 * @param below the path of the text itself, where it is the value of a parameter.
 */
export function problemsOfKeys(
  { repeated, mostKeys }: JsonScan,
  below: JsonPath = [],
): readonly FieldProblem[] {
  if (mostKeys > MAX_FIELDS) {
    const words = `has an object of ${mostKeys} fields; at most ${MAX_FIELDS} are allowed.`;
    return [fieldProblem(below.join('.') || 'body', fault('malformed', words))];
  }
  const labels = new Set(repeated.map((path) => labelOf([...below, ...path])));
  return [...labels].map((label) => fieldProblem(label, fault('repeated')));
}

/** Names a key by its path. A text that cannot be a field name may be private, so the body is named instead. */
function labelOf(path: JsonPath): string {
  const isName = (step: string | number) => typeof step === 'number' || isFieldName(step);
  return path.length <= MAX_NAMED_STEPS && path.every(isName) ? path.join('.') : 'body';
}

function parseObject(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    // The key can be written with escapes.
    if (/__proto__|\\u/.test(text)) dropPrototypeKeys(value);
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  // A log may contain the names of a form; a message repeats nothing of the body.
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
