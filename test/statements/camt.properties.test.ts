import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { READ_LIMITS, type StatementPart } from '../../src/reconciliation/domain/statement.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { holds } from '../support/properties.ts';
import { camtFile } from '../support/statements/camt-model.ts';
import { mutation } from '../support/statements/mutations.ts';
import { CountedBytes, readParts, sortParts } from '../support/statements/read-parts.ts';
import { type WrittenStatement, writeCamt } from '../support/statements/write-camt.ts';

const PIECE_BYTES = 65_536;

/** The parts of statements, without what belongs to the file: places and texts of elements. */
function withoutSource(parts: readonly StatementPart[]): StatementPart[] {
  return parts.map((part) =>
    part.kind === 'line' ? { kind: 'line', line: { ...part.line, place: '', raw: '' } } : part,
  );
}

function partsOf(statements: readonly WrittenStatement[]): StatementPart[] {
  return statements.flatMap(({ header, entries, end }): StatementPart[] => [
    { kind: 'begin', header },
    ...entries.flat().map((line): StatementPart => ({ kind: 'line', line })),
    { kind: 'end', end },
  ]);
}

/** The hundredths of every number in the text, as a person reads them. */
function numbersIn(text: string): Set<string> {
  const plain = text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
  const numbers = plain.match(/\d*\.?\d*/g) ?? [];
  return new Set(
    numbers.map((number) => {
      const [units = '', fraction = ''] = number.split('.');
      return `${units}${fraction.slice(0, 2).padEnd(2, '0')}`.replace(/^0+(?=\d)/, '');
    }),
  );
}

/** Reads to the end, and checks what holds for every file. */
function readAnything(bytes: Uint8Array): readonly StatementPart[] {
  const counted = new CountedBytes(bytes);
  const parts: StatementPart[] = [];
  for (const part of readCamt(counted, READ_LIMITS)) {
    parts.push(part);
    expect(parts.length).toBeLessThanOrEqual(bytes.length + 1);
  }
  // The encoding takes one look; every other piece is read once.
  expect(counted.taken).toBeLessThanOrEqual(1 + Math.ceil(bytes.length / PIECE_BYTES));
  const numbers = numbersIn(new TextDecoder().decode(bytes));
  const { lines, problems } = sortParts(parts);
  for (const line of lines) {
    expect(Number.isSafeInteger(line.amountMinor) && line.amountMinor > 0).toBe(true);
    expect(numbers).toContain(String(line.amountMinor));
  }
  const isComplete = parts.at(-1)?.kind === 'end';
  expect(isComplete || problems.length > 0).toBe(true);
  return parts;
}

const bytesOfFile = camtFile.map(({ statements, form }) =>
  new TextEncoder().encode(writeCamt(statements, form)),
);

describe('a file of camt', () => {
  test('of any version has the lines that were written into it', () =>
    holds(
      fc.property(camtFile, ({ statements, form }) => {
        const file = writeCamt(statements, form);
        const { parts, lines } = readParts(readCamt, file);
        expect(withoutSource(parts)).toEqual(partsOf(statements));
        for (const line of lines) expect(file).toContain(line.raw);
      }),
      250,
    ));

  test('that was changed anywhere gives lines with amounts of the file, or problems, and ends', () =>
    holds(
      fc.property(bytesOfFile, fc.array(mutation, { minLength: 1, maxLength: 4 }), (bytes, mutations) => {
        readAnything(mutations.reduce<Uint8Array>((changed, mutate) => mutate(changed), bytes));
      }),
      400,
    ));

  test('that was cut off anywhere gives a problem at its end', () =>
    holds(
      fc.property(bytesOfFile, fc.nat(), (bytes, place) => {
        // The last character is a line end, which nobody misses.
        const parts = readAnything(bytes.subarray(0, place % (bytes.length - 1)));
        expect(parts.at(-1)?.kind).toBe('problem');
      }),
      250,
    ));

  test('of random bytes gives one problem', () =>
    holds(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isTag) => {
        const parts = readAnything(isTag ? Uint8Array.from([0x3c, ...bytes]) : bytes);
        expect(parts.map((part) => part.kind)).toEqual(['problem']);
      }),
    ));
});
