import fc from 'fast-check';

type Mutation = (bytes: Uint8Array) => Uint8Array;

const ELEMENT = /<([A-Za-z:0-9]+)[^<>]*>[^<>]*<\/\1>/g;

/** Replaces bytes by others. */
function splice(place: number, removed: number, added: Uint8Array): Mutation {
  return (bytes) => {
    const start = place % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(start + removed)]);
  };
}

function flip(place: number, bit: number): Mutation {
  return (bytes) => {
    const changed = Uint8Array.from(bytes);
    const index = place % Math.max(bytes.length, 1);
    changed[index] = (changed[index] ?? 0) ^ (1 << bit);
    return changed;
  };
}

/** Repeats one of the simple elements of a file; without one the file stays as it is. */
function changeElement(index: number, change: (element: string) => string): Mutation {
  return (bytes) => {
    const text = Buffer.from(bytes).toString('latin1');
    const elements = [...text.matchAll(ELEMENT)];
    const { index: start = 0, 0: found = '' } = elements[index % Math.max(elements.length, 1)] ?? {};
    return splice(start, found.length, Buffer.from(change(found), 'latin1'))(bytes);
  };
}

const place = fc.nat();
/** Texts with a meaning for a reader of XML, of SWIFT or of a table. */
const TOKENS = [
  ...['<', '</Ntry>', '<Ntry>', '<!--', ']]>', '&#49;', 'Ccy="X"', '<!DOCTYPE a>'],
  ...['\n', ':61:', ':86:', '?20', '//', '\0', '-', '.', ',', '9', ';', '"'],
];
const removed = fc.integer({ min: 1, max: 60 });
const added = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc.constantFrom(...TOKENS).map((token) => Buffer.from(token)),
);
const changes = fc.constantFrom(
  (element: string) => element + element,
  () => '',
  (element: string) => element.replace(/>[^<]*</, '><'),
);

/**
 * A change of a file: bits that flip, bytes that are removed, added or replaced, an end that is cut off, elements that
 * are repeated, removed or emptied.
 */
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([at, bit]) => flip(at, bit)),
  fc.tuple(place, removed).map(([at, count]) => splice(at, count, new Uint8Array())),
  fc.tuple(place, added).map(([at, bytes]) => splice(at, 0, bytes)),
  fc.tuple(place, added).map(([at, bytes]) => splice(at, bytes.length, bytes)),
  place.map((at) => splice(at, Number.POSITIVE_INFINITY, new Uint8Array())),
  fc.tuple(place, changes).map(([at, change]) => changeElement(at, change)),
);

/** A file with changes in a few places. */
export function changesOf(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 4 });
  return mutations.map((all) => all.reduce((changed, mutate) => mutate(changed), bytes));
}
