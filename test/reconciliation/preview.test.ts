import { beforeAll, expect, test } from 'vitest';
import type { Principal } from '../../src/operations/permissions.ts';
import { previewFile } from '../../src/reconciliation/preview.ts';
import type { Json } from '../harness.ts';
import { DEMO_BANK_ID, OPERATOR } from '../harness.ts';
import { createAccount, DEMO_BANK, newIban } from '../support/entities.ts';
import { signedHeaders } from '../support/graphql.ts';
import { IS_LONG } from '../support/long.ts';
import { draftOf } from '../support/manual-clock-service.ts';
import { preview as askPreview, openDesk, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { type BankLine, camtOf } from '../support/statements/bank-files.ts';

const desk = useDesk();
beforeAll(() => desk.allow({ otherPayer: 'accept', late: 'accept', underpaidToleranceMinor: 5 }));

const preview = async (bytes: Uint8Array) => expectData(await askPreview(desk.service, bytes));

/** The kept rows of statements and transactions. */
const stored = () =>
  withDatabase(desk.service.databasePath, async (db) => ({
    files: await db.selectFrom('statement_files').selectAll().execute(),
    lines: await db.selectFrom('statement_lines').select(['id', 'state']).execute(),
    decisions: await db.selectFrom('line_decisions').select('id').execute(),
    transactions: await db.selectFrom('transactions').select(['id', 'sequence']).execute(),
    audit: await db.selectFrom('audit').select('position').execute(),
  }));

/** Numbers that are the same in every run: the linear congruential generator of Numerical Recipes. */
function createNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const NAMES = ['Ada Kaya', 'Ayşe Yılmaz', 'Mehmet Demir', 'Zeynep Arslan', 'Can Polat', 'Emre Şahin'];
const AMOUNTS_MINOR = [10_000, 25_000, 25_000, 50_000, 73_150];

const STORIES = 14;

/** A line about a deposit, in one of so many ways. */
function lineAbout(deposit: Json, story: number, below: (limit: number) => number): BankLine[] {
  const amountMinor = Math.round(deposit.amount * 100);
  const { name, reference } = deposit;
  const line: BankLine = { amountMinor, name, iban: newIban(), text: `Havale ${reference}` };
  if (story === 0) return [{ ...line, amountMinor: amountMinor - 100 * (below(3) + 1) }];
  if (story === 1) return [line, { ...line, text: `again ${reference}` }];
  if (story === 2) return [{ ...line, text: 'without a reference' }];
  if (story === 3) return [{ ...line, text: `Havale ${reference.slice(0, -1)}X` }];
  if (story === 4) return [{ ...line, isPending: true, date: `2026-11-${18 + below(3)}` }, line];
  if (story === 5) return [{ ...line, isPending: true }];
  if (story === 6) return [{ ...line, amountMinor: amountMinor + 3 }];
  if (story === 7) return [line, { ...line, amountMinor: -amountMinor, returnReason: 'AC04', text: 'IADE' }];
  if (story === 8) return [{ amountMinor: -below(900) - 1, text: 'EFT masrafi' }];
  if (story === 9)
    return [
      { ...line, text: 'odeme' },
      { ...line, iban: newIban(), text: 'odeme 2' },
    ];
  if (story === 10) return [line, { ...line, amountMinor: -amountMinor, text: 'Gonderilen EFT' }];
  return [line];
}

/** The caller of a preview without HTTP. */
const ofAKey = () => ({ principal: { role: 'operator', client: desk.merchant } as unknown as Principal });

/** The outcomes of the lines of a file, by their places. */
async function decidedOf(fileId: string): Promise<ReadonlyMap<string, Json>> {
  const rows = await withDatabase(desk.service.databasePath, (db) =>
    db
      .selectFrom('statement_lines as l')
      .innerJoin('statements as s', 's.id', 'l.statement_id')
      .leftJoin('line_decisions as d', 'd.id', 'l.decision_id')
      .select(['l.place', 'l.state', 'l.transaction_id as transactionId', 'd.rule'])
      .where('s.file_id', '=', fileId)
      .orderBy('l.id')
      .execute(),
  );
  return new Map(rows.map(({ place, ...row }) => [place, row]));
}

const AT_ONCE = 20;
const DEPOSITS = IS_LONG ? 140 : 80;

/** Deposits of a few users, with few names and amounts: pending, rejected and settled ones. */
async function createDeposits(below: (limit: number) => number, count: number): Promise<Json[]> {
  const pick = <T>(values: readonly T[]) => values[below(values.length)] as T;
  const deposits = new Map<string, Json>();
  const { db, transactions } = desk.service.dependencies;
  const create = async (draft: { userId: string; name: string; amountMinor: number }, ending: number) => {
    const made = { ...draftOf(desk.merchant, `${draft.userId}-${deposits.size}-${ending}`), ...draft };
    const created = await transactions.create({ ...made, type: 'deposit' }, DEMO_BANK);
    if (created.kind === 'refused') throw new Error('a deposit is refused');
    const { id: transactionId } = created.transaction;
    // A user who has a pending deposit gets the same again.
    if (deposits.has(transactionId)) return;
    const { name, amountMinor, reference } = (await db.read('findTransaction', transactionId)) as Json;
    deposits.set(transactionId, { transactionId, name, amount: amountMinor / 100, reference });
    if (ending > 1) return;
    const end = { fields: { sequence: '1', reason: 'x' } };
    await desk.service.transition(ending === 0 ? 'reject' : 'settle', transactionId, end);
  };
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        // No user comes twice at once.
        const userId = `user-${(start + index) % Math.round((count * 4) / 7)}`;
        return create({ userId, name: pick(NAMES), amountMinor: pick(AMOUNTS_MINOR) }, below(12));
      }),
    );
  return [...deposits.values()];
}

/**
 * Expects that what a preview called certain is what its import then settled, and nothing else but lines that touch each
 * other. @returns the decisions, by places.
 */
async function expectAsDecided(
  { outcomes, newLines = [] }: Pick<Awaited<ReturnType<typeof previewFile>>, 'outcomes' | 'newLines'>,
  fileId: string,
): Promise<ReadonlyMap<string, Json>> {
  const decided = await decidedOf(fileId);
  expect(decided.size).toBe(newLines.length);
  for (const { facts, place } of newLines) {
    const outcome = outcomes?.get(facts.lineId);
    if (outcome?.state === 'decided-at-import') continue;
    const { state, rule, transactionId } = decided.get(place) ?? {};
    const settled = {
      state: outcome?.state,
      rule: outcome?.rule,
      transactionId: outcome?.action?.transactionId,
    };
    if (outcome?.action) expect(settled).toEqual({ state, rule, transactionId });
    else expect(transactionId).toBeNull();
  }
  return decided;
}

test('a preview calls certain what the import of a random day settles, and keeps nothing', {
  timeout: 240_000,
}, async () => {
  const below = createNumbers(20_261_123);
  const other = newIban();
  await createAccount(desk.service, { bankId: DEMO_BANK_ID, iban: other });
  const deposits = await createDeposits(below, DEPOSITS);
  const about = deposits.flatMap((deposit, place) => lineAbout(deposit, place % STORIES, below));
  // Some lines came in an earlier file, and come again.
  await desk.receive(...about.filter(() => below(12) === 0));
  const places = new Map(about.map((line) => [line, below(about.length ** 2)]));
  const lines = about.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  const bytes = camtOf(
    { iban: desk.iban, lines },
    { iban: other, lines: lines.filter(() => below(9) === 0), id: 'other' },
    {
      iban: desk.iban,
      lines: lineAbout(deposits[0] as Json, STORIES - 1, below),
      closingMinor: 0,
      id: 'held',
    },
  );
  const given = { name: 'day.xml', bytes };
  const before = await stored();
  const { outcomes, newLines = [], ...read } = await previewFile(desk.service.dependencies, given, ofAKey());
  const shown = await preview(bytes);
  expect(await stored()).toEqual(before);
  expect(read.problems).toEqual([]);
  expect(shown).toMatchObject({ format: 'camt', isRepeat: false, isDecided: true, newCount: read.newCount });

  const { file } = expectData(await upload(desk.service, bytes));
  await desk.service.statementMatcher.matchNow();
  expect([read.lineCount, read.newCount]).toEqual([file.lineCount, file.addedCount]);
  const decided = await expectAsDecided({ outcomes, newLines }, file.fileId);
  expect(decided.size).toBeGreaterThan(DEPOSITS * 0.7);
  expect(new Set([...decided.values()].map(({ state }) => state)).size).toBeGreaterThan(8);
  // Of all lines: a page shows the first only, and which these are depends on references.
  const states = new Set([...(outcomes?.values() ?? [])].map(({ state }) => state));
  for (const state of ['matched', 'decided-at-import', 'underpaid', 'proposed'])
    expect(states).toContain(state);
  expect(await preview(bytes)).toMatchObject({ isRepeat: true, newCount: 0 });
});

test('lines of a file that name the same deposit, or may take each other back, are decided at the import', async () => {
  await desk.takeDeposits();
  const [twice, back, plain] = [
    await desk.deposit({ userId: 'twice', amount: '81.10' }),
    await desk.deposit({ userId: 'back', amount: '81.20' }),
    await desk.deposit({ userId: 'plain', amount: '81.30' }),
  ];
  const paying = ({ reference, amount }: Json): BankLine => ({
    amountMinor: Math.round(amount * 100),
    name: 'TEST USER',
    iban: newIban(),
    text: reference,
  });
  const lines = [
    paying(twice),
    { ...paying(twice), text: 'by its id', endToEndId: twice.transactionId },
    paying(back),
    { amountMinor: -8_120, text: 'HAVALE', name: 'TEST USER' },
    paying(plain),
    { amountMinor: -8_130, text: 'HAVALE', name: 'MEHMET DEMIR' },
  ];
  const bytes = camtOf({ iban: desk.iban, lines });
  const shown = await preview(bytes);
  expect(shown.lines.map(({ state }: Json) => state)).toEqual([
    'decided-at-import',
    'decided-at-import',
    'decided-at-import',
    'decided-at-import',
    'matched',
    'other-debit',
  ]);
  expect(shown.outcomes).toContainEqual({ state: 'decided-at-import', count: 4 });
  const received = await desk.receive(...lines);
  expect(received.map(({ state }) => state)).toEqual([
    'several-lines',
    'several-lines',
    'proposed',
    'returned',
    'matched',
    'other-debit',
  ]);
});

test('a preview of the same file for another account is refused as its import is', async () => {
  const other = await createAccount(desk.service, { bankId: DEMO_BANK_ID, iban: newIban() });
  const bytes = camtOf({ iban: desk.iban, lines: [{ amountMinor: 4_242, text: 'once' }] });
  expectData(await upload(desk.service, bytes));
  const query = `name=a.xml&accountId=${other.id}`;
  const imported = expectFailure(await upload(desk.service, bytes, query), 'error_validation');
  const previewed = await askPreview(desk.service, bytes, query);
  expect(expectFailure(previewed, 'error_validation')).toEqual(imported);
  expect(await preview(bytes)).toMatchObject({ isRepeat: true });
});

test('a preview warns of lines that look like those of another account than the chosen one', async () => {
  await using own = await openDesk();
  const { reference } = await own.deposit({ name: 'Ada Kaya' });
  const other = await createAccount(own.service, { bankId: DEMO_BANK_ID });
  const { accounts } = expectData(await own.service.ask('/v1/filter-choices', { as: OPERATOR }));
  const idOf = (iban: string) => accounts.find((one: Json) => one.iban === iban)?.accountId;
  const lines = [{ amountMinor: 10_000, date: '2026-11-19', name: 'Can Polat', text: 'kira' }];
  const paid = camtOf({ iban: own.iban, lines });
  expectData(await upload(own.service, paid));
  const rows = [`22.11.2026;500,00;1600,00;Havale ${reference};TRY`, '22.11.2026;1,00;1601,00;kira;TRY'];
  const table = Buffer.from(['Date;Amount;Balance;Description;Currency', ...rows, ''].join('\n'));
  const warned = async (iban: string) => {
    const query = `name=a.csv&profileId=generic&accountId=${idOf(iban)}`;
    return expectData(await askPreview(own.service, table, query)).warnings;
  };
  expect(await warned(own.iban)).toEqual([]);
  const terms = { accountId: idOf(other.iban), otherAccountId: idOf(own.iban) };
  const [deposits, balance] = await warned(other.iban);
  expect(deposits).toMatchObject({ code: 'other-deposits', lineCount: 1, ...terms });
  expect(deposits.message).toContain(own.iban);
  expect(balance).toMatchObject({ code: 'other-balance', opening: 1100, ...terms });
});

test('a preview ends with the step that is under way when its client leaves', async () => {
  const { url, dependencies, logLines, clock } = desk.service;
  const { db } = dependencies;
  const { query } = db;
  const lines = Array.from({ length: 250 }, (_, index) => ({ amountMinor: 900 + index, text: 'left' }));
  const bytes = camtOf({ iban: desk.iban, lines });
  const target = '/v1/statements/preview?name=a.xml';
  const leaving = new AbortController();
  let rounds = 0;
  const leave = async () => {
    rounds += 1;
    leaving.abort();
    await expect.poll(() => logLines.some((line) => JSON.parse(line).aborted)).toBe(true);
  };
  db.query = (name, input) =>
    name === 'previewMatches' ? leave().then(() => query(name, input)) : query(name, input);
  try {
    const body = bytes.toString();
    const signed = signedHeaders('POST', target, { as: OPERATOR, body, nowMs: clock.nowMs() });
    const headers = { ...signed, 'content-type': 'application/xml' };
    const left = fetch(url + target, { method: 'POST', headers, body, signal: leaving.signal });
    await expect(left).rejects.toThrow('aborted');
    const again = { as: OPERATOR, method: 'POST', body: bytes, contentType: 'application/xml' };
    // A key has one place for files at one address, until the first preview has ended.
    let ofFirst = 0;
    const askAgain = async () => {
      ofFirst = rounds;
      return (await desk.service.ask(target, again)).status;
    };
    await expect.poll(askAgain).toBe(200);
    expect(ofFirst).toBe(1);
    expect(rounds).toBeGreaterThan(ofFirst + 2);
  } finally {
    db.query = query;
  }
});

test('previews leave a place for an import, however many are asked for', async () => {
  const { previewTurns } = desk.service.dependencies.statements;
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const under = [1, 2, 3].map(() => previewTurns.run(() => held));
  const bytes = camtOf({ iban: desk.iban, lines: [{ amountMinor: 3_131, text: 'place' }] });
  const refused = await askPreview(desk.service, bytes);
  expect(expectFailure(refused, 'error_unavailable').message).toContain('Other previews are under way.');
  expectData(await upload(desk.service, bytes));
  end();
  await Promise.all(under);
  await preview(bytes);
});

test('a payment that a file has in a held statement and in a whole one is shown as the import decides about it', async () => {
  const whole = { iban: desk.iban, lines: [{ amountMinor: 4_711, text: 'of two statements' }] };
  const file = camtOf({ ...whole, closingMinor: 1 }, whole);
  expect(await preview(file)).toMatchObject({ newCount: 1, outcomes: [{ state: 'unknown', count: 1 }] });
  expect((await desk.receiveFile(file)).map(({ state }) => state)).toEqual(['unknown']);
});
