import fc from 'fast-check';

type Mutation = (bytes: Uint8Array) => Uint8Array;

const ELEMENT = /<([A-Za-z:0-9]+)[^<>]*>[^<>]*<\/\1>/g;

/** Puts bytes in the place of others. */
function splice(bytes: Uint8Array, start: number, removed: number, added: Uint8Array): Uint8Array {
  const end = Math.min(start + removed, bytes.length);
  return Buffer.concat([bytes.subarray(0, start), added, bytes.subarray(end)]);
}

/** Writes one of the simple elements of a file again; the file as it is if it has none. */
function changeElement(bytes: Uint8Array, index: number, change: (element: string) => string): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const elements = [...text.matchAll(ELEMENT)];
  const element = elements[index % Math.max(elements.length, 1)];
  if (element === undefined) return bytes;
  const [found] = element;
  const after = text.slice(element.index + found.length);
  return new TextEncoder().encode(text.slice(0, element.index) + change(found) + after);
}

const place = fc.nat();
const few = fc.uint8Array({ minLength: 1, maxLength: 8 });
/** Texts that mean something to a reader. */
const token = fc.constantFrom(
  '<',
  '</Ntry>',
  '<Ntry>',
  '<!--',
  ']]>',
  '&#49;',
  '-',
  '.',
  '9',
  'Ccy="X"',
  '<!DOCTYPE a>',
);

/** A change of a file: bits that flip, bytes that go or come, elements that stand twice, are gone or are empty. */
export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([at, bit]): Mutation => {
    return (bytes) => {
      const changed = Uint8Array.from(bytes);
      const index = at % Math.max(bytes.length, 1);
      changed[index] = (changed[index] ?? 0) ^ (1 << bit);
      return changed;
    };
  }),
  fc.tuple(place, fc.integer({ min: 1, max: 60 })).map(
    ([at, count]): Mutation =>
      (bytes) =>
        splice(bytes, at % (bytes.length + 1), count, new Uint8Array()),
  ),
  fc.tuple(place, few).map(
    ([at, added]): Mutation =>
      (bytes) =>
        splice(bytes, at % (bytes.length + 1), 0, added),
  ),
  fc.tuple(place, token).map(
    ([at, added]): Mutation =>
      (bytes) =>
        splice(bytes, at % (bytes.length + 1), 0, new TextEncoder().encode(added)),
  ),
  place.map(
    (at): Mutation =>
      (bytes) =>
        changeElement(bytes, at, (element) => element + element),
  ),
  place.map(
    (at): Mutation =>
      (bytes) =>
        changeElement(bytes, at, () => ''),
  ),
  place.map(
    (at): Mutation =>
      (bytes) =>
        changeElement(bytes, at, (element) => element.replace(/>[^<]*</, '><')),
  ),
);
