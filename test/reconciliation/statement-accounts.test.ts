import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_BANK_ID, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, newIban } from '../support/entities.ts';
import { accountIdOf, payoutCalls } from '../support/payouts/desk.ts';
import { type Desk, openDesk, preview, upload, useDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { camtOf } from '../support/statements/bank-files.ts';

describe('statement accounts', () => {
  const desk = useDesk();
  let other: { readonly id: string; readonly iban: string };
  let ownId: string;

  beforeAll(async () => {
    ownId = await accountIdOf(desk);
    other = await createAccount(desk.service, { bankId: DEMO_BANK_ID, iban: newIban() });
  });

  let made = 0;

  /** An MT940 file of one statement for each account, as `:25:` names it. */
  function mt940Of(...accounts: readonly string[]): Buffer {
    made += 1;
    const statements = accounts.map((account, index) =>
      [
        `:20:M${made}`,
        `:25:${account}`,
        `:28C:${made}/1`,
        ':60F:C261120TRY0,',
        `:61:2611201120C${index + 1},NTRFNONREF`,
        `:86:file ${made} line ${index}`,
        `:62F:C261120TRY${index + 1},`,
        '-',
        '',
      ].join('\r\n'),
    );
    return Buffer.from(statements.join(''));
  }

  const put = (file: Buffer, query = '') => upload(desk.service, file, `name=a.sta${query}`);

  async function problemsOf(file: Buffer, query = ''): Promise<string[]> {
    const { fields } = expectFailure(await put(file, query), 'error_validation');
    return fields.map(({ message }: Json) => message);
  }

  const accountsOf = ({ statements }: Json) => statements.map(({ accountId }: Json) => accountId).sort();

  test('each statement of a file is of the account that it names, also where one was chosen', async () => {
    const both = [ownId, other.id].sort();
    expect(accountsOf(expectData(await put(mt940Of(desk.iban, other.iban))))).toEqual(both);
    expect(accountsOf(expectData(await put(mt940Of(desk.iban, other.iban), `&accountId=${ownId}`)))).toEqual(
      both,
    );
  });

  test('a chosen account is that of statements that name none, and of no statement of another number', async () => {
    const chosen = `&accountId=${ownId}`;
    const german = await createAccount(desk.service, {
      bankId: DEMO_BANK_ID,
      iban: 'DE36200400000012345678',
    });
    const part = mt940Of('345678');
    expect(await problemsOf(part)).toHaveLength(1);
    expect(accountsOf(expectData(await put(part, `&accountId=${german.id}`)))).toEqual([german.id]);
    const [problem] = await problemsOf(mt940Of(desk.iban, '00046/9876543210'), chosen);
    expect(problem).toMatch(
      /^file, statement 2: The file names the account “00046\/9876543210”, which is not the/,
    );
    const wrong = await problemsOf(mt940Of(other.iban), chosen);
    expect(wrong).toEqual([
      'file: The file is of another account than the chosen one. Choose the account of the file.',
    ]);
  });

  test('an account that is none of the bank accounts is named, with its place', async () => {
    const [first, second] = [newIban(), newIban()];
    const problems = await problemsOf(mt940Of(first, desk.iban, second, '7777/123456789'));
    expect(problems).toHaveLength(3);
    expect(problems[0]).toContain(`statement 1: The file names the account “${first}”`);
    expect(problems[1]).toContain(`statement 3: The file names the account “${second}”`);
    expect(problems[2]).toContain('statement 4: The file names the account “7777/123456789”');
  });

  test('statements of unknown accounts are left out where the importer says so, and can come later', async () => {
    const foreign = newIban();
    const file = mt940Of(desk.iban, foreign);
    const skip = '&skipUnknownAccounts=true';
    const previewed = expectData(await preview(desk.service, file, `name=a.sta${skip}`));
    expect(previewed).toMatchObject({ problems: [], skippedAccounts: [foreign], lineCount: 2, newCount: 1 });
    const imported = expectData(await put(file, skip));
    expect(imported).toMatchObject({ skippedAccounts: [foreign], file: { lineCount: 1, addedCount: 1 } });
    expect(accountsOf(imported)).toEqual([ownId]);
    expect(expectData(await put(file, skip))).toMatchObject({ isRepeat: true, skippedAccounts: [foreign] });
    await createAccount(desk.service, { bankId: DEMO_BANK_ID, iban: foreign });
    expect(expectData(await put(file))).toMatchObject({
      isRepeat: false,
      file: { lineCount: 2, addedCount: 1 },
    });
  });

  test('a file of nothing but unknown accounts is refused, also where these may be left out', async () => {
    expect(await problemsOf(mt940Of(newIban(), newIban()), '&skipUnknownAccounts=true')).toHaveLength(1);
  });

  test('a number without its bank finds no account by its end', async () => {
    expect(await problemsOf(mt940Of(desk.iban.slice(-6)))).toHaveLength(1);
    const camt = camtOf({ iban: 'GB33BUKB20201555555555', lines: [] });
    expectFailure(await put(camt), 'error_validation');
  });
});

const REASON = 'It is of the other account';
const DAY = '2026-11-20';
const PAYEE = 'TR330006100519786457841326';

async function openWithAsk() {
  const desk = await openDesk();
  const ask = (target: string) => desk.service.ask(target, { as: OPERATOR });
  return {
    desk,
    get: async (target: string) => expectData(await ask(target)),
    takeBack: (fileId: string) =>
      desk.service.ask(`/v1/statements/files/${fileId}/take-back`, {
        as: OPERATOR,
        json: { reason: REASON },
      }),
    [Symbol.asyncDispose]: () => desk[Symbol.asyncDispose](),
  };
}

async function imported({ service }: Pick<Desk, 'service'>, bytes: Uint8Array, query?: string) {
  const { file } = expectData(await upload(service, bytes, query));
  await service.statementMatcher.matchNow();
  return file;
}

const stranger = (text: string) => ({ amountMinor: 12_345, name: 'A STRANGER', text });

describe('an import that is taken back', () => {
  test('leaves no line that waits or counts, and says by whom, when and why', async () => {
    await using opened = await openWithAsk();
    const { desk, get, takeBack } = opened;
    await desk.deposit({ name: 'TEST USER' });
    const lines = [stranger('rent'), { amountMinor: 50_000, name: 'TEST USER', text: 'no reference' }];
    const file = await imported(desk, camtOf({ iban: desk.iban, lines }));
    expect((await get(`/v1/statements/files?fileId=${file.fileId}`)).items[0]).toMatchObject({
      waitingCount: 2,
      takenBack: null,
    });
    const taken = expectData(await takeBack(file.fileId));
    expect(taken.file).toMatchObject({
      fileId: file.fileId,
      waitingCount: 0,
      lineCount: 2,
      statementCount: 1,
    });
    expect(taken.file.takenBack).toMatchObject({ by: expect.any(String), reason: REASON });
    expect(await get('/v1/statement-lines')).toMatchObject({ items: [] });
    expect(await get('/v1/statement-lines/counts')).toEqual([]);
    expect((await get('/v1/statements')).items).toEqual([]);
    const { days } = await get(
      `/v1/statements/days?accountId=${file.accountIds[0]}&fromDay=${DAY}&toDay=${DAY}`,
    );
    expect(days[0]).toMatchObject({ lineCount: 0, opening: null, closing: null, drift: 0 });
    expectData(await takeBack(file.fileId));
    await expectAgreement(desk.service.databasePath);
  });

  test('can be imported again, for another account', async () => {
    await using opened = await openWithAsk();
    const { desk, takeBack } = opened;
    const other = await createAccount(desk.service, { bankId: DEMO_BANK_ID });
    const { accounts } = await opened.get('/v1/filter-choices');
    const idOf = (iban: string) => accounts.find((one: Json) => one.iban === iban)?.accountId;
    const table = 'Date;Description;Amount;Currency\n20.11.2026;rent;123,45;TRY\n20.11.2026;more;5,00;TRY\n';
    const bytes = Buffer.from(table);
    const to = (iban: string) => `name=a.csv&profileId=generic&accountId=${idOf(iban)}`;
    const first = await imported(desk, bytes, to(desk.iban));
    const refused = expectFailure(await upload(desk.service, bytes, to(other.iban)), 'error_validation');
    expect(refused.message).toContain('take that import back');
    expectData(await takeBack(first.fileId));
    const second = await imported(desk, bytes, to(other.iban));
    expect(second).toMatchObject({ addedCount: 2, accountIds: [idOf(other.iban)] });
    expectData(await takeBack(second.fileId));
    expect(await imported(desk, bytes, to(desk.iban))).toMatchObject({ addedCount: 2 });
    await expectAgreement(desk.service.databasePath);
  });

  test('leaves lines that a later file has too, and equal ones of its own can come again', async () => {
    await using opened = await openWithAsk();
    const { desk, get, takeBack } = opened;
    const { iban } = desk;
    const twice = { openingMinor: 100_000, id: 'first', sequenceNumber: 1 };
    const first = await imported(desk, camtOf({ iban, lines: [stranger('a'), stranger('b')], ...twice }));
    const second = camtOf({
      iban,
      lines: [stranger('b'), stranger('c')],
      id: 'second',
      sequenceNumber: 1,
      openingMinor: 112_345,
    });
    const { fileId } = await imported(desk, second);
    const texts = async () =>
      (await get('/v1/statement-lines')).items.map(({ remittance }: Json) => remittance[0]).sort();
    expect(await texts()).toEqual(['a', 'b', 'c']);
    expectData(await takeBack(first.fileId));
    expect(await texts()).toEqual(['b', 'c']);
    expect((await get(`/v1/statements/files?fileId=${fileId}`)).items[0]).toMatchObject({ addedCount: 2 });
    await expectAgreement(desk.service.databasePath);
  });

  test('loses no payment when an equal one is stored', async () => {
    await using opened = await openWithAsk();
    const { desk, get, takeBack } = opened;
    const { iban } = desk;
    const of = (bankReference: string) =>
      camtOf({ iban, id: bankReference, lines: [{ ...stranger('same'), bankReference }] });
    const bytes = of('ONE');
    const first = await imported(desk, bytes);
    await imported(desk, of('TWO'));
    expectData(await takeBack(first.fileId));
    expect(await imported(desk, bytes)).toMatchObject({ addedCount: 1 });
    expect((await get('/v1/statement-lines')).items).toHaveLength(2);
    await expectAgreement(desk.service.databasePath);
  });

  test('no longer keeps lines of other files from settling', async () => {
    await using opened = await openWithAsk();
    const { desk, takeBack } = opened;
    const { iban } = desk;
    const { transactionId, reference } = await desk.deposit({ name: 'TEST USER' });
    const line = { amountMinor: 25_000, name: 'TEST USER', text: reference };
    const half = await imported(desk, camtOf({ iban, lines: [line] }));
    await imported(desk, camtOf({ iban, lines: [{ ...line, amountMinor: 50_000 }] }));
    expect((await desk.transaction(transactionId)).status).toBe('pending');
    expectData(await takeBack(half.fileId));
    await desk.service.statementMatcher.matchNow();
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 500 });
    await expectAgreement(desk.service.databasePath);
  });
});

describe('a page of a statement', () => {
  const first = (iban: string, reference: string) =>
    camtOf({
      iban,
      id: 'P',
      sequenceNumber: 7,
      page: 1,
      isLastPage: false,
      lines: [{ amountMinor: 50_000, name: 'TEST USER', text: reference }],
    });
  const second = (iban: string) =>
    camtOf({ iban, id: 'P', sequenceNumber: 7, page: 2, openingMinor: 150_000, lines: [stranger('x')] });

  test('is completed by no page that was taken back', async () => {
    await using opened = await openWithAsk();
    const { desk, get, takeBack } = opened;
    const { reference } = await desk.deposit({ name: 'TEST USER' });
    const { fileId } = await imported(desk, second(desk.iban));
    expectData(await takeBack(fileId));
    await imported(desk, first(desk.iban, reference));
    expect((await get('/v1/statement-lines')).items).toMatchObject([{ state: 'held' }]);
    await imported(desk, second(desk.iban));
    expect((await get('/v1/statement-lines?state=matched')).items).toHaveLength(1);
    await expectAgreement(desk.service.databasePath);
  });

  test('is held again with what waits of it, once the page behind it was taken back', async () => {
    await using opened = await openWithAsk();
    const { desk, get, takeBack } = opened;
    await imported(desk, first(desk.iban, 'no reference'));
    const { fileId } = await imported(desk, second(desk.iban));
    const states = async () => (await get('/v1/statement-lines')).items.map(({ state }: Json) => state);
    expect(await states()).toEqual(['unknown', 'unknown']);
    expectData(await takeBack(fileId));
    await desk.service.statementMatcher.matchNow();
    expect(await states()).toEqual(['held']);
    expect((await get('/v1/statements?isHeld=true')).items).toMatchObject([{ heldReason: 'missing-page' }]);
    await expectAgreement(desk.service.databasePath);
  });

  test('says why it was held before it says why it was released', async () => {
    await using opened = await openWithAsk();
    await imported(opened.desk, second(opened.desk.iban));
    const [statement] = (await opened.get('/v1/statements')).items;
    const fields = Object.keys(statement);
    expect(fields.indexOf('releaseReason') - fields.indexOf('heldReason')).toBe(1);
  });
});

/** Gives the money of a line back, in a batch whose file is made. @returns the row of the batch. */
async function giveBack(desk: Desk, lineId: string): Promise<Json> {
  const accountId = await accountIdOf(desk);
  const { exported } = payoutCalls(
    () => desk.service,
    () => accountId,
  );
  const { refundId } = expectData(await desk.decide('give-back', lineId, { reason: 'x', iban: PAYEE }));
  return (await exported([refundId])).rows[0];
}

describe('an import stays', () => {
  test('once a line of it has paid a refund, returned one, or has one, also one that was cancelled', async () => {
    await using opened = await openWithAsk();
    const { desk, takeBack } = opened;
    const stays = async ({ fileId }: Json) =>
      expectFailure(await takeBack(fileId), 'error_transition_not_allowed').message;
    const { reference } = await desk.deposit({ name: 'TEST USER' });
    const [line] = await desk.receive({ ...stranger(reference), amountMinor: 50_000 });
    const { endToEndId } = await giveBack(desk, line.lineId);
    const [debit] = await desk.receive({ endToEndId, amountMinor: -50_000 });
    const [credit] = await desk.receive({ endToEndId, amountMinor: 50_000, returnReason: 'AC04' });
    expect(credit.state).toBe('matched');
    for (const one of [debit, credit]) expect(await stays(one)).toMatch(/^1 line of the file has settled/);
    const stateOf = async () => (await desk.line(line.lineId)).line.state;
    expect([await stays(line), await stateOf()]).toEqual([
      expect.stringMatching(/has a refund/),
      'to-return',
    ]);
    // An import that names the same deposit leaves it to the person who gave the money back.
    const [other] = await desk.receive({ ...stranger(reference), amountMinor: 40_000 });
    expectData(await takeBack(other.fileId));
    expect(await stateOf()).toBe('to-return');
    const [second] = await desk.receive(stranger('rent'));
    expectData(await desk.decide('give-back', second.lineId, { reason: 'x', iban: PAYEE }));
    expectData(await desk.decide('undo', second.lineId, { reason: 'x' }));
    expect(await stays(second)).toMatch(/^1 line of the file has a refund/);
  });

  test('once a line of it has settled a deposit, with the number of such lines', async () => {
    await using opened = await openWithAsk();
    const { desk, takeBack } = opened;
    const { reference } = await desk.deposit({ name: 'TEST USER' });
    const paid = { amountMinor: 50_000, name: 'TEST USER', text: reference };
    const [line] = await desk.receive(paid, stranger('rent'));
    const stays = async () => expectFailure(await takeBack(line.fileId), 'error_transition_not_allowed');
    expect((await stays()).message).toMatch(/^1 line of the file has settled/);
    expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
    expect((await stays()).message).toMatch(/^1 line of the file has settled/);
  });

  test('while a line of it is decided by hand', async () => {
    await using opened = await openWithAsk();
    const { desk, takeBack } = opened;
    const [line, planned] = await desk.receive(stranger('rent'), stranger('more'));
    const stays = async () => expectFailure(await takeBack(line.fileId), 'error_transition_not_allowed');
    expectData(await desk.decide('put-away', line.lineId, { note: 'Rent' }));
    const { transactionId } = await desk.deposit();
    const terms = { transactionId, holdSeconds: 8, acceptDifference: true };
    expectData(await desk.decide('confirm', planned.lineId, terms));
    expect((await stays()).message).toMatch(/^2 lines of the file were decided by hand/);
    expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
    expect((await stays()).message).toMatch(/^1 line of the file was decided by hand/);
  });
});
