import Sqlite from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect } from 'kysely';
import { expect, test } from 'vitest';
import { migrations } from '../../db/migrations/index.ts';

const COLUMNS = `id, account_id, line_key, occurrence, statement_id, place, direction, amount_minor, currency,
  status, is_reversal, return_reason, counterparty_name, remittance, transaction_code, raw, state, is_open,
  state_at_ms, created_at_ms`;

interface Line {
  readonly direction?: 'credit' | 'debit';
  readonly isReversal?: 0 | 1;
  readonly returnReason?: string;
  readonly name?: string;
  readonly text?: string;
  readonly code?: string;
}

/** Opens a database of an earlier version, with nothing but lines. */
async function openAt(version: keyof typeof migrations) {
  const database = new Sqlite(':memory:');
  database.pragma('foreign_keys = off');
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database }) });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  expect((await migrator.migrateTo(version)).error).toBeUndefined();
  const insert = database.prepare(
    `insert into statement_lines (${COLUMNS})
      values (?, 'a', ?, 1, 's', 'p', ?, 100, 'TRY', 'booked', ?, ?, ?, ?, ?, '', 'other-debit', 0, 1, 1)`,
  );
  const store = (id: string, { direction, isReversal, returnReason, name, text, code }: Line) => {
    const texts = JSON.stringify(text === undefined ? [] : [text]);
    insert.run(
      ...[
        id,
        id,
        direction ?? 'debit',
        isReversal ?? 0,
        returnReason ?? null,
        name ?? null,
        texts,
        code ?? null,
      ],
    );
  };
  return { database, db, migrator, store };
}

test('money out that was stored as a fee is none any more after an upgrade where it can name somebody', async () => {
  const { database, db, migrator, store } = await openAt('020-test-keys');
  // More than are read at once.
  for (let index = 0; index < 600; index += 1) store(`fee ${index}`, { text: 'EFT masrafı' });
  store('a person', { text: 'AYSE YILMAZ EFT MASRAF DAHIL' });
  store('person, last', { text: 'Fast ücreti dahil Yılmaz Ayşe' });
  database.exec("update statement_lines set debit_kind = 'fee'");
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const others = database.prepare("select id from statement_lines where debit_kind = 'other' order by id");
  expect(others.pluck().all()).toEqual(['a person', 'person, last']);
  const fees = database.prepare("select count(*) from statement_lines where debit_kind = 'fee'").pluck();
  expect(fees.get()).toBe(600);
  await db.destroy();
});

test('an upgrade says of the money out that is there which is a return or a fee', async () => {
  const { database, db, migrator, store } = await openAt('018-match-policies');
  const kinds: Readonly<Record<string, readonly [Line, string | null]>> = {
    code: [{ returnReason: 'AC04' }, 'return'],
    reversal: [{ isReversal: 1 }, 'return'],
    word: [{ text: 'EFT İadesi' }, 'return'],
    fee: [{ text: 'EFT masrafı' }, 'fee'],
    'fee of a person': [{ text: 'EFT masrafı', name: 'Ayşe Yılmaz' }, 'other'],
    other: [{ text: 'Giden FAST' }, 'other'],
    'money in': [{ direction: 'credit', text: 'EFT İadesi' }, null],
  };
  for (const [id, [line]] of Object.entries(kinds)) store(id, line);
  // More than are read at once.
  for (let index = 0; index < 1100; index += 1) store(`many ${index}`, { text: 'EFT masrafı' });
  expect((await migrator.migrateToLatest()).error).toBeUndefined();
  const kindOf = database.prepare('select debit_kind from statement_lines where id = ?').pluck();
  for (const [id, [, kind]] of Object.entries(kinds)) expect(kindOf.get(id), id).toBe(kind);
  const fees = database.prepare("select count(*) from statement_lines where debit_kind = 'fee'").pluck();
  expect(fees.get()).toBe(1101);
  await db.destroy();
});
