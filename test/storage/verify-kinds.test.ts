import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLBACK_CORRUPTIONS, SUM_CORRUPTIONS } from '../support/callback-corruptions.ts';
import { corruptCopy, dump } from '../support/corrupted-copy.ts';
import { TRANSACTION_CORRUPTIONS } from '../support/corruptions.ts';
import { createHistoryDatabase } from '../support/history-database.ts';

const CORRUPTIONS = [...TRANSACTION_CORRUPTIONS, ...CALLBACK_CORRUPTIONS, ...SUM_CORRUPTIONS];

let past: Awaited<ReturnType<typeof createHistoryDatabase>>;
beforeAll(async () => {
  past = await createHistoryDatabase();
});
afterAll(() => past[Symbol.dispose]());

test.each(CORRUPTIONS)(
  '%s is listed by its kinds, and nothing is changed',
  async (_title, statements, kinds) => {
    using copy = await corruptCopy(past.folder, ...statements(past.history));
    const before = await dump(copy.databasePath);
    const { disagreements, text } = await copy.verify();
    expect([...new Set(disagreements.map(({ kind }) => kind))]).toEqual(kinds);
    for (const kind of kinds) {
      const ofKind = disagreements.filter((one) => one.kind === kind);
      expect(text.match(new RegExp(`^${kind}: .*[.]$`, 'gm'))).toHaveLength(ofKind.length);
    }
    expect(text).not.toMatch(/Lovelace|Test User|Test-User|TR\d{2}|secret/i);
    expect(await dump(copy.databasePath)).toEqual(before);
  },
);
