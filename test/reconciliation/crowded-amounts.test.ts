import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { selectLines, toLineFacts } from '../../db/queries/lines-to-match.ts';
import { readMatchFacts } from '../../db/queries/match-facts.ts';
import { MOST_DEPOSITS, MOST_WITHDRAWALS } from '../../db/queries/match-limits.ts';
import type { LineFacts, MatchFacts } from '../../src/domain/matching/model.ts';
import { makeReference } from '../../src/domain/reference.ts';
import { type Json, OPERATOR } from '../harness.ts';
import { copyTransaction, countRows } from '../support/copied-transactions.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const TERMS = { lateGraceMs: 86_400_000, nameWindowMs: 259_200_000 };
const TOO_MANY = expect.objectContaining({ code: 'too-many' });

/** What a preview says of lines, and what becomes of them when they are imported. */
async function previewAndReceive(desk: Desk, lines: readonly BankLine[]) {
  const preview = await desk.service.ask('/v1/statements/preview?name=a.xml', {
    ...{ as: OPERATOR, method: 'POST', body: camtOf({ iban: desk.iban, lines }) },
    contentType: 'application/octet-stream',
  });
  const previewed: readonly Json[] = expectData(preview).lines;
  const received = await desk.receive(...lines);
  const details = await Promise.all(received.map(({ lineId }) => desk.line(lineId)));
  const evidence: readonly (readonly Json[])[] = details.map(({ decisions }) => decisions[0].evidence);
  expect(received.map(({ state }) => state)).toEqual(previewed.map(({ state }) => state));
  const codesOf = (reasons: readonly Json[]) => reasons.map(({ code }) => code);
  expect(evidence.map(codesOf)).toEqual(previewed.map((one) => codesOf(one.evidence)));
  return { states: received.map(({ state }) => state), evidence };
}

/** Reads what decides about lines that are stored nowhere. */
function readFacts(desk: Desk, lines: readonly LineFacts[]) {
  const terms = { ...TERMS, nowMs: desk.service.clock.nowMs() };
  return countRows(desk.service.databasePath, (db): Promise<MatchFacts> => readMatchFacts(db, lines, terms));
}

/** The lines of a file that is imported, and not yet decided about. */
async function linesOf(desk: Desk, lines: readonly BankLine[]): Promise<readonly LineFacts[]> {
  const { file } = expectData(await upload(desk.service, camtOf({ iban: desk.iban, lines })));
  return withDatabase(desk.service.databasePath, async (db) => {
    const rows = await selectLines(db).where('s.file_id', '=', file.fileId).orderBy('l.id').execute();
    return rows.map(toLineFacts);
  });
}

test('many withdrawals of one amount keep no right reference from settling, and nothing settles that they may not explain was sent back', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const { transactionId } = await service.withdraw(merchant, { amount: '500', accountName: 'Mehmet Kaya' });
  const person = (name: string) => desk.deposit({ userId: name, name, amount: '500' });
  const [kept, sent] = [await person('Zeynep Demir'), await person('Emre Aslan')];
  const payment = (deposit: Json, line: Partial<BankLine> = {}) => ({
    ...{ amountMinor: 50_000, name: deposit.name, text: deposit.reference, ...line },
  });
  const out: BankLine = { amountMinor: -50_000, iban: newIban(), text: 'FAST MEHMET KAYA' };
  await copyTransaction(service, { id: String(transactionId), count: MOST_WITHDRAWALS });
  const { states, evidence } = await previewAndReceive(desk, [
    payment(kept, { iban: newIban() }),
    payment(sent),
    out,
  ]);
  expect(states).toEqual(['matched', 'proposed', 'unknown']);
  expect(evidence[1]).toContainEqual(expect.objectContaining({ code: 'taken-back' }));
  expect(evidence[2]).toEqual([TOO_MANY]);
  expect(await desk.transaction(kept.transactionId)).toMatchObject({ status: 'successful' });
  expect(await desk.transaction(sent.transactionId)).toMatchObject({ status: 'pending' });
});

test('many deposits of one amount keep no payout of it from being found', { timeout: 240_000 }, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const deposit = await desk.deposit();
  const iban = newIban();
  const { transactionId } = await service.withdraw(merchant, { amount: '500', iban });
  await copyTransaction(service, { id: deposit.transactionId, count: 5_000 });
  const { states, evidence } = await previewAndReceive(desk, [
    { amountMinor: -50_000, iban, text: 'HAVALE' },
    { amountMinor: 50_000, name: 'NOBODY KNOWN', text: 'HAVALE' },
  ]);
  expect(states).toEqual(['payout', 'unknown']);
  expect(evidence).toEqual([[], [TOO_MANY]]);
  const { items } = expectData(await service.ask('/v1/statement-lines?limit=10', { as: OPERATOR }));
  const payout = await desk.line(items[1].lineId);
  expect(payout.candidates).toMatchObject([{ transaction: { transactionId } }]);
});

test('transactions of other accounts and of test keys crowd no amount of an account, however many they are', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const ended = await desk.deposit({ userId: 'ended' });
  await service.transition('settle', ended.transactionId, { fields: { sequence: '1' } });
  const sent = await service.withdraw(merchant, { amount: '500' });
  await service.transition('settle', String(sent.transactionId), { fields: { sequence: '1' } });
  const open = await desk.deposit({ userId: 'open' });
  const deposit = await desk.deposit();
  const accounts = await service.dependencies.accounts.list();
  const elsewhere = { bank_account_id: accounts.find(({ iban }) => iban !== desk.iban)?.id ?? '' };
  const isTest = { is_test: 1 };
  // Each of these alone would be too many.
  for (const { transactionId: id } of [ended, open]) {
    await copyTransaction(service, { id, count: MOST_DEPOSITS + 1 }, elsewhere);
    await copyTransaction(service, { id, count: MOST_DEPOSITS + 1, mark: 'test' }, isTest);
  }
  await copyTransaction(service, { id: String(sent.transactionId), count: MOST_WITHDRAWALS + 1 }, isTest);
  const line = { amountMinor: 50_000, name: deposit.name, text: deposit.reference, iban: newIban() };
  const { given, rowCount } = await readFacts(desk, await linesOf(desk, [line]));
  expect(given.crowded).toEqual({ deposits: new Set(), withdrawals: new Set() });
  expect(given.deposits).toHaveLength(3);
  expect(given.withdrawals).toHaveLength(1);
  expect(rowCount).toBeLessThan(100);
  await service.statementMatcher.matchNow();
  expect(await desk.transaction(deposit.transactionId)).toMatchObject({ status: 'successful' });
});

/** Stores other users of an account, and other accounts of its user, as if matches had shown them. */
function copyPayers({ service }: Desk, count: number, iban: string) {
  return withDatabase(service.databasePath, async (db) => {
    const shown = await db.selectFrom('payer_ibans').selectAll().executeTakeFirstOrThrow();
    for (const [user, account] of [
      [sql`'payer-' || n.i`, sql.lit(iban)],
      [sql.lit(shown.user_id), sql`'IBAN' || n.i`],
    ])
      await sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(count)})
        insert into payer_ibans (client_id, user_id, iban, decision_id, created_at_ms)
        select p.client_id, ${user}, ${account}, p.decision_id, p.created_at_ms
        from n cross join (select * from payer_ibans limit 1) as p`.execute(db);
    // The payer who was there first is not among the first that an index finds.
    await db
      .deleteFrom('payer_ibans')
      .where('user_id', '=', shown.user_id)
      .where('iban', '=', iban)
      .execute();
    await db.insertInto('payer_ibans').values(shown).execute();
  });
}

test('of an account from which very many have paid few are read, and one of its users is still no stranger to it', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const target = { clientId: merchant.id, name: merchant.appKey };
  await service.dependencies.statements.policies.update(target, { nameRule: 'iban' }, undefined);
  const iban = newIban();
  const zeynep = { userId: 'zeynep', name: 'Zeynep Demir' };
  const first = await desk.deposit({ ...zeynep, amount: '123.45' });
  const shown = { amountMinor: 12_345, name: 'ZEYNEP DEMIR', iban };
  expect(await desk.receive({ ...shown, text: first.reference })).toMatchObject([{ state: 'matched' }]);
  // Without them, the name and the account settle.
  await desk.deposit({ ...zeynep, amount: '234.56' });
  expect(await desk.receive({ ...shown, amountMinor: 23_456 })).toMatchObject([{ state: 'matched' }]);
  await copyPayers(desk, 3_000, iban);
  await desk.deposit({ ...zeynep, amount: '345.67' });
  const other = await desk.deposit({ userId: 'other', name: 'Emre Aslan', amount: '345.67' });
  const lines: BankLine[] = [
    { ...shown, amountMinor: 34_567 },
    { amountMinor: 34_567, iban, text: other.reference },
  ];
  const { rowCount } = await readFacts(desk, await linesOf(desk, lines));
  expect(rowCount).toBeLessThan(200);
  await service.statementMatcher.matchNow();
  const { items } = expectData(await service.ask('/v1/statement-lines?limit=2', { as: OPERATOR }));
  expect(items.map(({ state }: Json) => state)).toEqual(['proposed', 'proposed']);
  const [byReference] = await Promise.all(items.map(({ lineId }: Json) => desk.line(lineId)));
  expect(byReference.decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'fits-another' }));
});

test('lines that name what very many others name are decided about in smaller groups', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const references = Array.from({ length: 60 }, (_, place) => makeReference(1_000_003 + place * 7_919));
  const others = Array.from({ length: 6_000 }, (_, place) => ({
    ...{ amountMinor: 10_000 + place, name: 'SOMEBODY', iban: newIban() },
    text: `number ${place} ${references[place % references.length]}`,
  }));
  await linesOf(desk, others);
  const naming = (place: number): BankLine => ({
    amountMinor: 50_000 + place,
    text: references.slice(place * 30, (place + 1) * 30).join(' '),
  });
  const lines = await linesOf(desk, [naming(0), naming(1), naming(0)]);
  const { given, rowCount } = await readFacts(desk, lines);
  expect(given.lines).toHaveLength(1);
  expect(given.otherLines.length).toBeGreaterThan(2_900);
  expect(rowCount).toBeLessThan(20_000);
});
