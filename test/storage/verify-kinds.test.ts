import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REMEDIES } from '../../src/cli/disagreements.ts';
import { CALLBACK_CORRUPTIONS, KEY_CORRUPTIONS, SUM_CORRUPTIONS } from '../support/callback-corruptions.ts';
import { corruptCopy, dump } from '../support/corrupted-copy.ts';
import { TRANSACTION_CORRUPTIONS } from '../support/corruptions.ts';
import { createHistoryDatabase } from '../support/history-database.ts';
import { onPostgres } from '../support/test-database.ts';

const CORRUPTIONS = [
  ...TRANSACTION_CORRUPTIONS,
  ...CALLBACK_CORRUPTIONS,
  ...SUM_CORRUPTIONS,
  ...(onPostgres ? KEY_CORRUPTIONS : []),
];

let past: Awaited<ReturnType<typeof createHistoryDatabase>>;
beforeAll(async () => {
  past = await createHistoryDatabase();
});
afterAll(() => past[Symbol.dispose]());

describe.each(CORRUPTIONS)('%s', (_title, statements, kinds, does) => {
  test('is listed, repaired once, and gone', async () => {
    using copy = await corruptCopy(past.folder, ...statements(past.history));
    const first = await copy.verify();
    expect(first.agrees).toBe(false);
    expect([...new Set(first.report.found.disagreements.map(({ kind }) => kind))]).toEqual(kinds);
    const { disagreements } = first.report.found;
    for (const kind of kinds) {
      const ofKind = disagreements.filter((one) => one.kind === kind);
      // One line for each, and one for its remedy.
      expect(first.text.match(new RegExp(`^${kind}: .*[.]$`, 'gm'))).toHaveLength(ofKind.length + 1);
    }

    const repaired = await copy.verify(true);
    expect([...new Set(repaired.report.repaired?.done.map(({ kind }) => kind))]).toEqual(does);
    expect(repaired.report.left?.disagreements).toEqual([]);
    expect(repaired.agrees).toBe(true);
    for (const text of [first.text, repaired.text])
      expect(text).not.toMatch(/Lovelace|Test User|Test-User|TR\d{2}|secret/i);

    const before = await dump(copy.databasePath);
    expect((await copy.verify(true)).report.repaired).toBeUndefined();
    expect(await dump(copy.databasePath)).toEqual(before);
  });
});

/** The repair changes nothing about these kinds. */
const LEFT_TO_PEOPLE = [
  ...['file', 'audit-missing', 'audit-changed', 'audit-chain'],
  ...['line-state', 'line-settlement', 'file-count'],
];

/** SQLite has indexes in the place of these keys. */
const NOT_HERE = onPostgres ? [] : ['key-missing', 'key-left'];

test('every kind of disagreement that a repair undoes is tested here', () => {
  const kinds = new Set(CORRUPTIONS.flatMap(([, , made]) => made));
  expect([...kinds, ...LEFT_TO_PEOPLE, ...NOT_HERE].sort()).toEqual(Object.keys(REMEDIES).sort());
});
