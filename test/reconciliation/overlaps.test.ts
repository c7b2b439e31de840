import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { createAccount, createBank, newIban } from '../support/entities.ts';
import { IS_LONG } from '../support/long.ts';
import { holds } from '../support/properties.ts';
import { importHere } from '../support/reconciliation.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';
import { onPostgres } from '../support/test-database.ts';

const DAYS = 5;

/** Few amounts, texts and days, so that many payments are equal. */
const payment = fc.record({
  day: fc.integer({ min: 0, max: DAYS - 1 }),
  amountMinor: fc.constantFrom(100, 100, 250, -100),
  text: fc.constantFrom('rent', 'Rent ', 'x'),
  name: fc.constantFrom('Ada', 'Ayşe', undefined),
});

/** A statement of the days from one to another. */
const range = fc
  .tuple(fc.integer({ min: 0, max: DAYS - 1 }), fc.integer({ min: 0, max: DAYS - 1 }))
  .map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) }));

const history = fc.record({
  payments: fc.array(payment, { maxLength: 25 }),
  // In any order, overlapping, with some files twice.
  files: fc.array(range, { minLength: 1, maxLength: 6 }),
  /** Banks put payments of a day in another order from one export to the next. */
  isReversed: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
});

type Line = BankLine & { readonly day: number };

const dateOf = (day: number) => `2026-11-${String(10 + day)}`;
const keyOf = ({ date, amountMinor, text, name }: BankLine) =>
  [date, amountMinor, text?.trim().toLowerCase() ?? '', name ?? ''].join('|');

async function storedOf(context: TestContext, accountId: string): Promise<string[]> {
  const rows = await withDatabase(context.databasePath, (db) =>
    db.selectFrom('statement_lines').selectAll().where('account_id', '=', accountId).execute(),
  );
  return rows.map((row) =>
    keyOf({
      date: row.booking_date ?? '',
      text: JSON.parse(row.remittance)[0],
      amountMinor: row.direction === 'credit' ? row.amount_minor : -row.amount_minor,
      ...(row.counterparty_name !== null && { name: row.counterparty_name }),
    }),
  );
}

test('overlapping statements in any order, and again, add each payment once, and equal payments stay as many as they are', {
  timeout: 300_000,
}, async () => {
  await using context = await openTestContext();
  const bank = await createBank(context);
  await holds(
    fc.asyncProperty(history, async ({ payments, files, isReversed }) => {
      const account = await createAccount(context, { bankId: bank.id, iban: newIban() });
      const lines: Line[] = payments.map(({ name, ...rest }) => ({
        ...rest,
        date: dateOf(rest.day),
        ...(name !== undefined && { name }),
      }));
      const covered = new Set<number>();
      for (const [index, { from, to }] of files.entries()) {
        const own = lines.filter(({ day }) => day >= from && day <= to);
        const inOrder = isReversed[index] ? own.toReversed() : own;
        await importHere(context, camtOf({ iban: account.iban, lines: inOrder }));
        for (let day = from; day <= to; day += 1) covered.add(day);
      }
      const wanted = lines.filter(({ day }) => covered.has(day)).map(keyOf);
      expect((await storedOf(context, account.id)).sort()).toEqual(wanted.sort());
    }),
    onPostgres ? 10 : IS_LONG ? 150 : 50,
  );
});
