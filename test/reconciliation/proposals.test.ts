import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_BANK_ID, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, newIban } from '../support/entities.ts';
import { type Desk, openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await expectAgreement(desk.service.databasePath);
  await desk[Symbol.asyncDispose]();
});

test.each([
  ['as the deposit has it', 'GÜLŞAH ÖZTÜRK'],
  ['with the surname first', 'OZTURK GULSAH'],
])('the right name %s with another amount is proposed, with the difference', async (_title, name) => {
  const { transactionId } = await desk.deposit({ name: 'Gülşah Öztürk', amount: '812.34' });
  const [line] = await desk.receive({ amountMinor: 40_000, name, iban: newIban() });
  expect(line).toMatchObject({ state: 'proposed', transactionId: null });
  const { candidates } = await desk.line(line.lineId);
  const own = candidates.find((one: Json) => one.transaction.transactionId === transactionId);
  expect(own.reasons).toContainEqual(expect.objectContaining({ code: 'name', detail: 'fits' }));
  expect(own.reasons).toContainEqual(expect.objectContaining({ code: 'amount-differs', detail: '-412.34' }));
  await desk.service.transition('reject', transactionId, { fields: { sequence: '1', reason: 'x' } });
});

test('reasons name the account, the lines and the deposit that they are about', async () => {
  const elsewhere = await desk.deposit();
  const { db } = desk.service.dependencies;
  await using other = await openDesk(undefined, desk.service);
  const [wrong] = await other.receive({ amountMinor: 50_000, text: elsewhere.reference });
  const account = (await db.read('listEveryAccount')).find(({ iban }) => iban === desk.iban);
  expect((await desk.line(wrong.lineId)).decisions[0].evidence).toContainEqual(
    expect.objectContaining({ code: 'other-account', detail: `${account?.accountName}, ${account?.iban}` }),
  );
  for (const { id, iban } of await db.read('listEveryAccount'))
    if (iban === desk.iban || iban === other.iban)
      await db.run('updateAccount', { accountId: id, changes: { active: iban === desk.iban } });
  const twice = { amountMinor: 50_000, text: (await desk.deposit()).reference };
  const lines = await desk.receive(twice, twice);
  const lineIds = lines.map(({ lineId }) => lineId);
  expect((await desk.line(lineIds[0])).decisions[0].evidence).toContainEqual(
    expect.objectContaining({ code: 'several-lines', detail: '1000.00', lineIds }),
  );
  const named = await desk.deposit({ name: 'Somebody Else', amount: '655' });
  const fitting = await desk.deposit({ name: 'Nuri Bilge', amount: '655' });
  const [doubtful] = await desk.receive({ amountMinor: 65_500, name: 'NURI BILGE', text: named.reference });
  const { line, decisions, candidates } = await desk.line(doubtful.lineId);
  expect(line.state).toBe('other-payer');
  expect(decisions[0].evidence).toContainEqual(
    expect.objectContaining({ code: 'other-payer', detail: 'differs' }),
  );
  // Who typed the reference of somebody else, and who paid for somebody else, look the same.
  expect(candidates).toMatchObject([
    { transaction: { transactionId: named.transactionId }, rank: 1 },
    { transaction: { transactionId: fitting.transactionId }, rank: 1 },
  ]);
});

test('a table of a bank that writes the payer into the text settles no deposit of another user by its reference', async () => {
  const { service } = desk;
  const named = await desk.deposit({ userId: 'named', name: 'Selin Aksoy', amount: '731' });
  const own = await desk.deposit({ userId: 'payer', name: 'Tarık Bulut', amount: '731' });
  const account = (await service.dependencies.db.read('listEveryAccount')).find(
    ({ iban }) => iban === desk.iban,
  );
  const header = 'Tarih;Saat;İşlem;Kanal;Referans No;Açıklama;İşlem Tutarı;Bakiye';
  const [year, month, day] = new Date(service.clock.nowMs()).toISOString().slice(0, 10).split('-');
  const row = `${day}.${month}.${year};10:00;FAST;Mobil;900001;TARIK BULUT ${named.reference};731,00;731,00`;
  const query = `name=a.csv&accountId=${account?.id}`;
  const { file } = expectData(await upload(service, Buffer.from(`${header}\n${row}\n`), query));
  await service.statementMatcher.matchNow();
  const lines = await service.ask(`/v1/statement-lines?fileId=${file.fileId}`, { as: OPERATOR });
  const [{ lineId }] = expectData(lines).items;
  const { line, decisions, candidates } = await desk.line(lineId);
  expect(line).toMatchObject({ state: 'other-payer', counterpartyName: null });
  expect(decisions[0].evidence).toEqual([
    expect.objectContaining({ code: 'other-payer', detail: 'differs' }),
    expect.objectContaining({ code: 'matches-other-deposit', detail: own.transactionId }),
  ]);
  expect(candidates.map((one: Json) => one.transaction.transactionId).sort()).toEqual(
    [named.transactionId, own.transactionId].sort(),
  );
  expect(await desk.transaction(named.transactionId)).toMatchObject({ status: 'pending' });
});

test('the same bytes for another account are refused with the name of the account that they were imported for', async () => {
  const { service } = desk;
  const own = (await service.dependencies.db.read('listEveryAccount')).find(({ iban }) => iban === desk.iban);
  const other = await createAccount(service, { bankId: DEMO_BANK_ID, iban: newIban() });
  await service.dependencies.db.run('updateAccount', { accountId: other.id, changes: { active: false } });
  // It names no account.
  const file = Buffer.from('Tarih;Açıklama;Tutar;Döviz Cinsi\n20.11.2026;bir şey;12,34;TRY\n');
  const query = (accountId?: string) =>
    `name=a.csv&profileId=generic${accountId === undefined ? '' : `&accountId=${accountId}`}`;
  const name = `${own?.accountName}, ${own?.iban}`;
  expect(expectData(await upload(service, file, query(own?.id)))).toMatchObject({
    isRepeat: false,
    accounts: [name],
  });
  const failure = expectFailure(await upload(service, file, query(other.id)), 'error_validation');
  expect(failure.message).toContain('imported for before');
  expect(failure.message).toContain(name);
  for (const accountId of [own?.id, undefined])
    expect(expectData(await upload(service, file, query(accountId)))).toMatchObject({
      isRepeat: true,
      accounts: [name],
    });
});

test('where the reference of an earlier deposit was typed, the one that waits is proposed first', async () => {
  const earlier = await desk.deposit({ userId: 'again', name: 'Nergis Soylu', amount: '655.10' });
  const line = { amountMinor: 65_510, name: 'NERGIS SOYLU', text: earlier.reference };
  expect(await desk.receive({ ...line, iban: newIban() })).toMatchObject([{ state: 'matched' }]);
  const waiting = await desk.deposit({ userId: 'again', name: 'Nergis Soylu', amount: '655.10' });
  const [second] = await desk.receive({ ...line, iban: newIban() });
  expect(second.state).toBe('double-payment');
  const { candidates } = await desk.line(second.lineId);
  expect(candidates).toMatchObject([
    { transaction: { transactionId: waiting.transactionId }, rank: 1 },
    { transaction: { transactionId: earlier.transactionId }, rank: 2 },
  ]);
  expect(candidates[0].reasons).toContainEqual(expect.objectContaining({ code: 'waiting-deposit' }));
});

test('unambiguous proposals are confirmed together by the guards of each, and each line says its outcome', async () => {
  await using own = await openDesk();
  const { service } = own;
  const deposits: Json[] = [];
  for (const [name, amount] of [
    ['Volkan Taşçı', '640.25'],
    ['Hatice Kaya', '500'],
    ['Salih Güneş', '120'],
    ['Emine Demir', '300'],
  ] as const)
    deposits.push(await own.deposit({ name, amount }));
  const [volkan, hatice, salih] = deposits;
  await own.receive(
    { amountMinor: 64_025, name: 'VOLKAN TASCI', text: 'kira' },
    { amountMinor: 50_000, name: 'HATICE KAYA', text: 'bakiye' },
    { amountMinor: 12_000, name: 'SALIH GUNES', text: 'oyun' },
    // More than was asked for, and by somebody else.
    { amountMinor: 30_100, name: 'EMINE DEMIR', text: 'oyun' },
    { amountMinor: 77_000, name: 'A STRANGER', text: 'kira' },
  );
  const proposals = '/v1/statement-lines/proposals';
  const { items, count } = expectData(await service.ask(proposals, { as: OPERATOR }));
  expect(count).toBe(3);
  expect(items.map(({ name }: Json) => name)).toEqual(['Salih Güneş', 'Hatice Kaya', 'Volkan Taşçı']);
  await service.transition('settle', hatice.transactionId, { fields: { sequence: '1' } });
  const body = items.map(({ lineId, transactionId, sequence }: Json) => ({
    lineId,
    transactionId,
    sequence,
  }));
  const confirm = async () =>
    expectData(
      await service.ask(`${proposals}/confirm`, {
        as: OPERATOR,
        body: JSON.stringify({ items: body }),
        contentType: 'application/json',
      }),
    );
  const types = (results: Json[]) => results.map(({ error }) => error?.code ?? null);
  expect(types(await confirm())).toEqual([null, 'proposal_unclear', null]);
  expect(types(await confirm())).toEqual(Array(3).fill('proposal_unclear'));
  for (const { transactionId } of [volkan, salih])
    expect(await own.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 2 });
  await expectAgreement(service.databasePath);
});

test('a proposal is dropped once another deposit that waits, or a line that was undone, fits as well', async () => {
  await using own = await openDesk();
  const { service } = own;
  const offered = async () => {
    const { items } = expectData(await service.ask('/v1/statement-lines/proposals', { as: OPERATOR }));
    return items.map(({ name }: Json) => name).sort();
  };
  await own.deposit({ userId: 'a', name: 'Volkan Taşçı', amount: '640.25' });
  await own.deposit({ userId: 'b', name: 'Hatice Kaya', amount: '500' });
  await own.receive(
    { amountMinor: 64_025, name: 'VOLKAN TASCI', text: 'kira' },
    { amountMinor: 50_000, name: 'HATICE KAYA', text: 'bakiye' },
    { amountMinor: 50_000, name: 'A STRANGER', text: 'kira' },
  );
  expect(await offered()).toEqual(['Hatice Kaya', 'Volkan Taşçı']);
  await own.deposit({ userId: 'c', name: 'Volkan Taşçı', amount: '640.25' });
  expect(await offered()).toEqual(['Hatice Kaya']);
  const [{ lineId }] = await own.receive({ amountMinor: 50_000, name: 'HATICE KAYA', text: 'again' });
  expectData(await own.decide('put-away', lineId, { note: 'x' }));
  expect(await offered()).toEqual(['Hatice Kaya']);
  expectData(await own.decide('undo', lineId, { reason: 'x' }));
  expect(await offered()).toEqual([]);
});
