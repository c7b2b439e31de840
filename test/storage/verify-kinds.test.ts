import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REMEDIES } from '../../src/cli/disagreements.ts';
import { OF_CALLBACKS, OF_SUMS } from '../support/callback-corruptions.ts';
import { breakCopy, dump } from '../support/corrupted-copy.ts';
import { OF_TRANSACTIONS } from '../support/corruptions.ts';
import { makeHistory } from '../support/transaction-history.ts';

const BREAKAGES = [...OF_TRANSACTIONS, ...OF_CALLBACKS, ...OF_SUMS];

let past: Awaited<ReturnType<typeof makeHistory>>;
beforeAll(async () => {
  past = await makeHistory();
});
afterAll(() => past[Symbol.dispose]());

describe.each(BREAKAGES)('%s', (_title, statements, kinds, does) => {
  test('is told, mended once, and gone', async () => {
    using copy = breakCopy(past.databasePath, ...statements(past.history));
    const seen = await copy.verify();
    expect(seen.agrees).toBe(false);
    expect([...new Set(seen.report.found.disagreements.map(({ kind }) => kind))]).toEqual(kinds);
    const { disagreements } = seen.report.found;
    for (const kind of kinds) {
      const ofKind = disagreements.filter((one) => one.kind === kind);
      // One line for each, and one for what is done about them.
      expect(seen.text.match(new RegExp(`^${kind}: .*[.]$`, 'gm'))).toHaveLength(ofKind.length + 1);
    }

    const mended = await copy.verify(true);
    expect([...new Set(mended.report.repaired?.done.map(({ kind }) => kind))]).toEqual(does);
    expect(mended.report.left?.disagreements).toEqual([]);
    expect(mended.agrees).toBe(true);
    for (const text of [seen.text, mended.text])
      expect(text).not.toMatch(/Lovelace|Test User|Test-User|TR\d{2}|secret/i);

    const before = dump(copy.databasePath);
    expect((await copy.verify(true)).report.repaired).toBeUndefined();
    expect(dump(copy.databasePath)).toEqual(before);
  });
});

test('every kind of disagreement is made here, but for a damaged file', () => {
  const kinds = new Set(BREAKAGES.flatMap(([, , made]) => made));
  expect([...kinds, 'file'].sort()).toEqual(Object.keys(REMEDIES).sort());
});
