import { expect, test } from 'vitest';
import { selectLines, toLineFacts } from '../../db/queries/lines-to-match.ts';
import { readMatchFacts } from '../../db/queries/match-facts.ts';
import { MOST_DEPOSITS } from '../../db/queries/match-limits.ts';
import { MOST_COMPARISONS } from '../../src/domain/matching/comparisons.ts';
import { OPERATOR } from '../harness.ts';
import { copyTransaction, countRows } from '../support/copied-transactions.ts';
import { newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';
import { camtOf } from '../support/statements/bank-files.ts';

const TERMS = { lateGraceMs: 86_400_000, nameWindowMs: 259_200_000 };

/** Reads what the next command for a file decides about. */
function readNext(desk: Desk, fileId: string) {
  const terms = { ...TERMS, nowMs: desk.service.clock.nowMs() };
  return countRows(desk.service.databasePath, async (db) => {
    const rows = await selectLines(db).where('s.file_id', '=', fileId).orderBy('l.id').execute();
    const lines = rows.map(toLineFacts);
    const facts = await readMatchFacts(db, lines, terms);
    return { lines, facts };
  });
}

async function statesOf({ service }: Desk, fileId: string): Promise<string[]> {
  const { items } = expectData(
    await service.ask(`/v1/statement-lines?fileId=${fileId}&limit=200`, { as: OPERATOR }),
  );
  return items.toReversed().map(({ state }: { readonly state: string }) => state);
}

async function preview({ service }: Desk, bytes: Uint8Array): Promise<string[]> {
  const { lines } = expectData(
    await service.ask('/v1/statements/preview?name=a.xml', {
      ...{ as: OPERATOR, method: 'POST', body: bytes, contentType: 'application/octet-stream' },
    }),
  );
  return lines.map(({ state }: { readonly state: string }) => state);
}

const byName = (name: string, amountMinor: number) => ({ name, amountMinor, iban: newIban() });

test('of an amount that more deposits have than are compared none settles or is read, and those of other amounts settle as the preview says', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service, merchant } = desk;
  const target = { clientId: merchant.id, name: merchant.appKey };
  await service.dependencies.statements.policies.update(target, { nameRule: 'ibanOrAmount' }, undefined);
  const [common, rare] = [await desk.deposit(), await desk.deposit({ amount: '777' })];
  const named = [
    await desk.deposit({ name: 'Zeynep Demir', amount: '123.45' }),
    await desk.deposit({ name: 'Emre Kaya', amount: '345.67' }),
  ];
  expect(await desk.receive(byName('ZEYNEP DEMIR', 12_345))).toMatchObject([
    { state: 'matched', transactionId: named[0]?.transactionId },
  ]);
  await copyTransaction(service, { id: common.transactionId, count: MOST_DEPOSITS });
  const exact = { name: 'TEST USER', amountMinor: 50_000 };
  const bytes = camtOf({
    iban: desk.iban,
    lines: [
      { ...exact, text: common.reference },
      { ...exact, amountMinor: 77_700, text: rare.reference },
      byName('EMRE KAYA', 34_567),
      { ...exact, text: 'without a reference' },
    ],
  });
  const previewed = await preview(desk, bytes);
  expect(previewed).toEqual(['proposed', 'matched', 'proposed', 'proposed']);
  const { fileId } = expectData(await upload(service, bytes)).file;
  const { given, rowCount } = await readNext(desk, fileId);
  expect(given.facts.lines).toHaveLength(4);
  // For the names, 500 of the copies are read.
  expect(rowCount).toBeLessThan(1_000);
  await service.statementMatcher.matchNow();
  expect(await statesOf(desk, fileId)).toEqual(previewed);
  const { items } = expectData(
    await service.ask(`/v1/statement-lines?fileId=${fileId}&limit=200`, { as: OPERATOR }),
  );
  const [ofCommon, , ofName] = items.toReversed();
  const undecided = await desk.line(ofCommon.lineId);
  expect(undecided.candidates).toMatchObject([{ transaction: { transactionId: common.transactionId } }]);
  expect(undecided.decisions[0].evidence).toContainEqual(expect.objectContaining({ code: 'too-many' }));
  expect(await desk.transaction(common.transactionId)).toMatchObject({ status: 'pending' });
  expect((await desk.line(ofName.lineId)).candidates).toMatchObject([
    { transaction: { transactionId: named[1]?.transactionId } },
  ]);
});

test('a command takes few lines of an amount that many deposits have, and the next ones the others, as in the preview', {
  timeout: 240_000,
}, async () => {
  await using desk = await openDesk();
  const { service } = desk;
  const common = await desk.deposit();
  const count = 2_000;
  await copyTransaction(service, { id: common.transactionId, count: count - 1 });
  const rare = await desk.deposit({ amount: '777', userId: 'rare' });
  const texts = [...Array.from({ length: 11 }, (_, place) => `number ${place}`), common.reference];
  const lines = [
    ...texts.map((text) => ({ name: 'TEST USER', amountMinor: 50_000, text })),
    { name: 'TEST USER', amountMinor: 77_700, text: rare.reference },
  ];
  const bytes = camtOf({ iban: desk.iban, lines });
  const previewed = await preview(desk, bytes);
  const { fileId } = expectData(await upload(service, bytes)).file;
  const { given, rowCount } = await readNext(desk, fileId);
  expect(given.lines).toHaveLength(13);
  expect(given.facts.lines).toHaveLength(MOST_COMPARISONS / count);
  // Each deposit is read once, and some of them by their names too.
  expect(rowCount).toBeLessThan(count + 600);
  const { matching } = service.dependencies.statements;
  const decidedCounts: number[] = [];
  for (;;) {
    const { lineCount, decidedCount } = await matching.matchNext(fileId);
    if (lineCount === 0) break;
    decidedCounts.push(decidedCount);
  }
  expect(decidedCounts.reduce((sum, decided) => sum + decided, 0)).toBe(13);
  expect(Math.max(...decidedCounts)).toBeLessThanOrEqual(MOST_COMPARISONS / count);
  const states = await statesOf(desk, fileId);
  expect(states).toEqual(previewed);
  expect(states.slice(-2)).toEqual(['matched', 'matched']);
});
