import type { Random } from '../support/random.ts';
import { FORM, SEEDS } from './seeds.ts';

/** A request without credentials: what is signed is exactly these bytes. */
export interface MalformedRequest {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly body: Buffer;
}

const VALUES = [
  'null',
  'true',
  '{}',
  '[]',
  '[[]]',
  '""',
  '0',
  '-0',
  '1e999',
  '1e-999',
  '-1',
  '9007199254740993',
  '0.1e1',
  '"\\u0000"',
  '"\\ud800"',
  '"\\u202e"',
  'NaN',
  'undefined',
  '{"__proto__":{"a":1}}',
  '{"toString":1}',
  '"constructor"',
  '[null,null]',
];
const PIECES = [
  '%',
  '%zz',
  '%ff',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '&',
  '=',
  '&&',
  '==',
  '+',
  ';',
  '\0',
  '\r\n',
  '\u202e',
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '\\u',
  '...',
  '$',
  '#',
  '/*',
  '@include(if: 1)',
  '__proto__',
  '__proto__=1&',
  'constructor',
  '?',
  ',',
  'input=1&',
];
const BYTES: readonly Buffer[] = [
  'ff',
  'c0af',
  'eda080',
  'f4908080',
  'fe',
  'c3',
  'e282',
  'efbbbf',
  '00',
  'f8888080',
].map((hex) => Buffer.from(hex, 'hex'));
const NESTS: readonly (readonly [string, string])[] = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{ a ', '}'],
  ['(', ')'],
  ['a[', ']'],
  ['%5B', '%5D'],
  ['{"input":{"a":[', ']}}'],
];
const TYPES = [
  '',
  'text/plain',
  'application/json; charset=latin-9',
  'application/json;',
  'application/JSON; charset=',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  `${FORM}; charset="utf-8`,
  'a/b/c',
  ';;;',
  'application/graphql',
  'application/xml',
  '*/*',
];

type Mutation = (bytes: Buffer, random: Random) => Buffer;

function splice(bytes: Buffer, random: Random, piece: Buffer, removed: number): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at + removed)]);
}

/** Replaces one value: of a field of JSON where there is one, else of a form. */
function replaceValue(bytes: Buffer, random: Random): Buffer {
  const text = bytes.toString('latin1');
  const values = [...text.matchAll(/(?<=[:,[]\s*)("[^"]*"|[\d.]+)|(?<==)[^&]*/g)];
  if (values.length === 0) return Buffer.from(random.pick(VALUES));
  const found = random.pick(values);
  const end = found.index + found[0].length;
  return Buffer.from(`${text.slice(0, found.index)}${random.pick(VALUES)}${text.slice(end)}`, 'latin1');
}

const MUTATIONS: readonly Mutation[] = [
  // Cut off, torn apart, repeated.
  (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  (bytes, random) => bytes.subarray(random.below(bytes.length + 1)),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes, random) => splice(bytes, random, Buffer.alloc(0), 1 + random.below(20)),
  // Bytes that are no UTF-8, bits that flipped, pieces of syntax.
  (bytes, random) => splice(bytes, random, random.pick(BYTES), random.below(3)),
  (bytes, random) => splice(bytes, random, Buffer.from([random.below(256)]), 1),
  (bytes, random) => splice(bytes, random, Buffer.from(random.pick(PIECES)), random.below(3)),
  // Values of other types, and noise.
  replaceValue,
  (_, random) => Buffer.from(Array.from({ length: random.below(300) }, () => random.below(256))),
  (_, random) => Buffer.from(random.pick(VALUES)),
  // Nesting, far deeper than a call stack, and more fields than a form has.
  (_, random) => {
    const [open, close] = random.pick(NESTS);
    const depth = random.pick([10, 1000, 5000, Math.floor(60_000 / (open.length + close.length))]);
    return Buffer.from(open.repeat(depth) + close.repeat(random.pick([0, depth, depth - 1])));
  },
  (bytes, random) =>
    Buffer.concat([bytes, Buffer.from(random.pick(['&a=1', ',"a":1', ' a', '&input=1']).repeat(300))]),
];

/** Mutations are tried in turn with a chance; long bodies are rare, since they only cost time. */
const LONG = MUTATIONS.slice(-2);
const LONG_SHARE = 0.02;
const MAX_QUERY_BYTES = 8000;

/** Makes one malformed request. The same numbers make the same request. */
export function makeMalformed(random: Random): MalformedRequest {
  const seed = random.pick(SEEDS);
  let bytes = Buffer.from(seed.text);
  const rounds = 1 + random.below(3);
  for (let round = 0; round < rounds; round += 1) {
    const mutate = random.pick(random.next() < LONG_SHARE ? LONG : MUTATIONS.slice(0, -2));
    bytes = Buffer.from(mutate(bytes, random));
  }
  const { method } = seed;
  const contentType = random.below(20) === 0 ? random.pick(TYPES) : seed.contentType;
  if (method !== 'GET') return { method, target: seed.target, contentType, body: bytes };
  // A request line holds visible ASCII only.
  const query = bytes
    .subarray(0, MAX_QUERY_BYTES)
    .toString('latin1')
    .replace(/[^!-~]/g, (character) => `%${hex(character)}`);
  return { method, target: `${seed.target}?${query}`, contentType: '', body: Buffer.alloc(0) };
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(2, '0');
}
