import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDesk } from '../support/reconciliation.ts';
import { withDatabase } from '../support/rows-of.ts';
import { verifyDatabaseAt } from '../support/verify-at.ts';

/** Each corruption of a database with one line that has settled, one that is open and one that was undone. */
const CORRUPTIONS = [
  [
    'a line in another state than its decision',
    "update statement_lines set state = 'unknown' where state = 'matched'",
    ['line-state'],
  ],
  [
    'a line that is open although it is matched',
    "update statement_lines set is_open = 1 where state = 'matched'",
    ['line-state'],
  ],
  [
    'a line without the decision that it names',
    "update statement_lines set decision_id = 'none' where state = 'unknown'",
    ['line-state'],
  ],
  [
    'a line whose transaction is another one',
    "update statement_lines set transaction_id = 'x' where state = 'matched'",
    ['line-state'],
  ],
  [
    'an undone line with a transaction',
    "update statement_lines set transaction_id = 'x' where state = 'undone'",
    ['line-state'],
  ],
  [
    'a settlement without its event',
    "update line_decisions set event_id = 'none' where settles = 1",
    ['line-settlement'],
  ],
  [
    'a settlement of another amount',
    "update statement_lines set amount_minor = 1 where state = 'matched'",
    ['line-settlement'],
  ],
  [
    'a settlement of another transaction',
    "update line_decisions set transaction_id = 'x' where settles = 1 and undone_at_ms is null",
    ['line-state', 'line-settlement'],
  ],
  [
    'a file that counts too many lines',
    'update statement_files set line_count = line_count + 1',
    ['file-count'],
  ],
  [
    'a file that has added other lines',
    'update statement_files set added_count = added_count - 1',
    ['file-count'],
  ],
  [
    'a file that was taken back and still counts',
    'update statement_files set taken_back_at_ms = 1',
    ['file-taken-back'],
  ],
] as const;

test('verify finds every line, decision and file that does not agree with the rest', async () => {
  await using desk = await openDesk();
  const { databasePath } = desk.service;
  const [first, second] = [await desk.deposit(), await desk.deposit()];
  const [, , undone] = await desk.receive(
    { amountMinor: 50_000, name: 'TEST USER', text: first.reference },
    { amountMinor: 77_777, name: 'A STRANGER' },
    { amountMinor: 50_000, name: 'TEST USER', text: second.reference },
  );
  await desk.decide('undo', undone.lineId, { reason: 'x' });
  const kinds = async () => (await verifyDatabaseAt(databasePath)).disagreements.map(({ kind }) => kind);
  expect(await kinds()).toEqual([]);
  for (const [title, statement, expected] of CORRUPTIONS)
    await withDatabase(databasePath, async (db) => {
      const tables = ['statement_lines', 'line_decisions', 'statement_files'] as const;
      const saved = await Promise.all(
        tables.map((table) =>
          db
            .selectFrom(table as 'statement_lines')
            .selectAll()
            .execute(),
        ),
      );
      const { numAffectedRows } = await sql.raw(statement).execute(db);
      expect(Number(numAffectedRows), title).toBeGreaterThan(0);
      expect([...new Set(await kinds())].sort(), title).toEqual([...expected].sort());
      for (const [index, table] of tables.entries())
        for (const { id, ...row } of saved[index] ?? [])
          await db
            .updateTable(table as 'statement_lines')
            .set(row)
            .where('id', '=', id)
            .execute();
      expect(await kinds(), title).toEqual([]);
    });
});
