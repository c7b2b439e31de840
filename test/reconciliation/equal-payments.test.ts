import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectAgreement } from '../support/agreement.ts';
import { openTestContext, type TestContext } from '../support/app-context.ts';
import { createAccount, createBank, newIban } from '../support/entities.ts';
import { importHere, matchAll } from '../support/reconciliation.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankStatement, camtOf } from '../support/statements/bank-files.ts';

let context: TestContext;
let bankId: string;
beforeAll(async () => {
  context = await openTestContext();
  bankId = (await createBank(context)).id;
});
afterAll(async () => {
  await expectAgreement(context.databasePath);
  await context[Symbol.asyncDispose]();
});

const PAYMENT = { amountMinor: 50_000, text: 'FAST DENIZ ORNEK' };

/** An account, with what its bank sends about it. */
async function openAccount() {
  const { iban, id } = await createAccount(context, { bankId, iban: newIban() });
  return {
    /** @returns the lines that are new. */
    async receive(...statements: readonly Omit<BankStatement, 'iban'>[]): Promise<number> {
      const { file } = await importHere(context, camtOf(...statements.map((one) => ({ iban, ...one }))));
      await matchAll(context);
      return file.addedCount;
    },
    /** The states of its lines, in the order in which they came. */
    states: () =>
      withDatabase(context.databasePath, async (db) => {
        const lines = db.selectFrom('statement_lines').select('state').where('account_id', '=', id);
        return (await lines.orderBy('id').execute()).map(({ state }) => state);
      }),
  };
}

const first = { openingMinor: 0, lines: [PAYMENT], sequenceNumber: 1 };
const second = { openingMinor: 50_000, lines: [PAYMENT], sequenceNumber: 2 };

describe('two equal payments in two statements of one day', () => {
  test('are two, whichever statement comes first, and stay two when both come again', async () => {
    for (const [one, other] of [
      [first, second],
      [second, first],
    ] as const) {
      const account = await openAccount();
      expect(await account.receive(one)).toBe(1);
      expect(await account.receive(other)).toBe(1);
      expect([await account.receive(one), await account.receive(other)]).toEqual([0, 0]);
      expect(await account.receive({ openingMinor: 0, lines: [PAYMENT, PAYMENT] })).toBe(0);
    }
  });

  test('are two by their ids alone', async () => {
    const account = await openAccount();
    const line = (bankReference: string) => ({ openingMinor: 0, lines: [{ ...PAYMENT, bankReference }] });
    expect([await account.receive(line('BR1')), await account.receive(line('BR2'))]).toEqual([1, 1]);
    expect([await account.receive(line('BR1')), await account.receive(line('BR2'))]).toEqual([0, 0]);
  });

  test('are one where nothing tells them apart, until a file has both', async () => {
    const account = await openAccount();
    const half = { openingMinor: 0, lines: [PAYMENT] };
    expect([await account.receive(half), await account.receive(half)]).toEqual([1, 0]);
    expect(await account.receive({ openingMinor: 0, lines: [PAYMENT, PAYMENT] })).toBe(1);
  });

  test('beyond a hundred are counted', async () => {
    const account = await openAccount();
    const lines = (count: number) => ({
      openingMinor: 0,
      lines: Array.from({ length: count }, () => PAYMENT),
    });
    expect(await account.receive(lines(250))).toBe(250);
    expect(await account.receive(lines(250))).toBe(0);
    expect(await account.receive(lines(251))).toBe(1);
  });
});

describe('a line of an incomplete statement', () => {
  const line = (text: string) => ({ amountMinor: 100, text });

  test('is freed by a complete one that has it too, and by no other', async () => {
    const account = await openAccount();
    const incomplete = { openingMinor: 0, lines: [line('a')], closingMinor: 200 };
    expect(await account.receive(incomplete)).toBe(1);
    expect(await account.receive({ ...incomplete, id: 'again' })).toBe(0);
    expect(await account.states()).toEqual(['held']);
    expect(await account.receive({ openingMinor: 0, lines: [line('a'), line('b')] })).toBe(1);
    expect(await account.states()).toEqual(['unknown', 'unknown']);
  });

  test('is freed when an operator releases another statement that has it', async () => {
    const account = await openAccount();
    await account.receive({ openingMinor: 0, lines: [line('a')], closingMinor: 7 });
    await account.receive({ openingMinor: 0, lines: [line('a'), line('b')], closingMinor: 9 });
    expect(await account.states()).toEqual(['held', 'held']);
    const { db, runtime } = context.dependencies;
    const { items } = await db.query('listStatements', { filter: { isHeld: true }, page: { limit: 1 } });
    const released = { statementId: items[0]?.id ?? '', clientId: 'x', reason: 'The bank says so' };
    expect(await db.run('releaseStatement', { ...released, nowMs: runtime.nowMs() })).toBe(true);
    await matchAll(context);
    expect(await account.states()).toEqual(['unknown', 'unknown']);
  });

  test('is freed when the next page comes in another file, and the next page alone waits for none', async () => {
    const page1 = { openingMinor: 0, lines: [line('a')], sequenceNumber: 7, page: 1, isLastPage: false };
    const page2 = { openingMinor: 100, lines: [line('b')], sequenceNumber: 7, page: 2, isLastPage: true };
    const account = await openAccount();
    await account.receive(page1);
    expect(await account.states()).toEqual(['held']);
    await account.receive(page2);
    expect(await account.states()).toEqual(['unknown', 'unknown']);
    const other = await openAccount();
    await other.receive(page2);
    await other.receive(page1);
    expect(await other.states()).toEqual(['unknown', 'unknown']);
  });

  test('is held on a page that begins otherwise than the page before ended, in one file and in two', async () => {
    const page1 = { openingMinor: 0, lines: [line('a')], sequenceNumber: 8, page: 1, isLastPage: false };
    const page2 = { openingMinor: 300, lines: [line('b')], sequenceNumber: 8, page: 2, isLastPage: true };
    const account = await openAccount();
    await account.receive({ ...page1, id: 'M1' }, { ...page2, id: 'M2' });
    expect(await account.states()).toEqual(['unknown', 'held']);
    const other = await openAccount();
    await other.receive(page1);
    await other.receive(page2);
    expect(await other.states()).toEqual(['held', 'held']);
  });
});
