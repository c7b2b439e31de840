import { bodyError, fieldError, validationError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { isFieldName } from '../operations/field-problems.ts';
import { MAX_FIELDS } from './limits.ts';

export const FORM_TYPE = 'application/x-www-form-urlencoded';

const LINE_END = 'The body ends with a line end. Send the form without it, and sign exactly what you send.';

/** The fields of a form or a query. A field that was given more than once has an array of its values. */
export type FormFields = Record<string, string | string[]>;

/**
 * Reads `application/x-www-form-urlencoded` text (WHATWG URL, section 5.1), but strictly: an escape that is
 * not valid UTF-8 is an error and not a replacement character, since responses repeat each value as it was sent.
 * @throws ServiceError error_validation, naming the field.
 */
export function parseForm(text: string): FormFields {
  const fields: FormFields = {};
  if (text === '') return fields;
  const pairs = text.split('&', MAX_FIELDS + 1);
  if (pairs.length > MAX_FIELDS) throw bodyError(`The form must have at most ${MAX_FIELDS} fields.`);
  for (const pair of pairs) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals === -1 ? pair : pair.slice(0, equals), 'body');
    const value = equals === -1 ? '' : decode(pair.slice(equals + 1), name);
    // No request has a field of this name, and assigning it would set the prototype.
    if (name === '__proto__') continue;
    const earlier = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (earlier === undefined) fields[name] = value;
    else if (Array.isArray(earlier)) earlier.push(value);
    else fields[name] = [earlier, value];
  }
  return fields;
}

/**
 * Reads a body that is a form, after its sign was verified: until then only its bytes are needed.
 * @throws ServiceError error_validation, naming the field.
 */
export function parseFormBody(bytes: Buffer): FormFields {
  const text = bytes.toString('utf8');
  // A sign does not cover the content-type: signed JSON with a `&` in a value must not be replayed as a form with other
  // fields.
  if (text.trimStart().startsWith('{')) throw bodyError('The body is JSON: send it as application/json.');
  // Shells and editors add a line end, which would become part of the last field.
  if (/[\r\n]$/.test(text)) throw bodyError(LINE_END);
  return parseForm(text);
}

/** Refuses fields that a request has where they do not belong. @throws ServiceError error_validation. */
export function refuseMisplaced(names: readonly string[], message: string): void {
  if (names.length === 0) return;
  const misplaced = fault('misplaced', message);
  // Any other text that stands for a name may be private.
  throw validationError(names.map((name) => fieldProblem(isFieldName(name) ? name : 'query', misplaced)));
}

/** Refuses a query in a call that reads only its body. @throws ServiceError error_validation. */
export function refuseQuery(querystring: string): void {
  const message = 'is in the query, which this call does not read. Send it in the body.';
  refuseMisplaced(Object.keys(parseForm(querystring)), message);
}

/** Names a field in an error. A text that cannot be a name may be private, so the body is named instead. */
function fieldLabel(name: string): string {
  return isFieldName(name) ? name : 'body';
}

function decode(part: string, path: string): string {
  try {
    return decodeURIComponent(part.includes('+') ? part.replaceAll('+', ' ') : part);
  } catch {
    throw fieldError(fieldLabel(path), fault('malformed', 'must be percent-encoded UTF-8.'));
  }
}
