import { expect, test } from 'vitest';
import type { Json } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openDesk, upload } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { camtOf, csvOf } from '../support/statements/bank-files.ts';

test('an operator confirms, undoes and confirms again: the transaction follows', async () => {
  await using desk = await openDesk();
  const { databasePath } = desk.service;
  const { transactionId } = await desk.deposit();
  const [line] = await desk.receive({
    amountMinor: 49_000,
    name: 'SOMEBODY ELSE',
    text: 'no reference',
  });
  expect(line.state).toBe('unknown');
  const { lineId } = line;
  const confirmed = expectData(await desk.decide('confirm', lineId, { transactionId }));
  expect(confirmed.line).toMatchObject({ state: 'matched', transactionId });
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', finalAmount: 490 });
  expectFailure(await desk.decide('confirm', lineId, { transactionId }), 'error_transition_not_allowed');
  expectFailure(await desk.decide('put-away', lineId, { note: 'x' }), 'error_transition_not_allowed');
  const undone = expectData(await desk.decide('undo', lineId, { reason: 'It was for another deposit' }));
  expect(undone.line).toMatchObject({ state: 'undone', transactionId: null });
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'unsuccessful', sequence: 3 });
  // It never settles by itself again.
  await desk.service.statementMatcher.matchNow();
  expect((await desk.line(lineId)).line.state).toBe('undone');
  expectData(await desk.decide('confirm', lineId, { transactionId, reason: 'It was right' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
  expect((await desk.line(lineId)).decisions).toHaveLength(3);
  await expectAgreement(databasePath);
});

test('an undo leaves a transaction that has changed since', async () => {
  await using desk = await openDesk();
  const { transactionId, reference } = await desk.deposit();
  const [line] = await desk.receive({ amountMinor: 50_000, name: 'TEST USER', text: reference });
  const change = (verb: 'reverse' | 'correct', sequence: string) =>
    desk.service.transition(verb, transactionId, { fields: { sequence, reason: 'x' } });
  await change('reverse', '2');
  await change('correct', '3');
  expectData(await desk.decide('undo', line.lineId, { reason: 'x' }));
  expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful', sequence: 4 });
  await expectAgreement(desk.service.databasePath);
});

test('a line is put away with a note and taken back, and a transaction is paid by one line only', async () => {
  await using desk = await openDesk();
  const { transactionId, reference } = await desk.deposit();
  const [paid, stranger] = await desk.receive(
    { amountMinor: 50_000, name: 'TEST USER', text: reference },
    { amountMinor: 12_345, name: 'A STRANGER' },
  );
  const refused = await desk.decide('confirm', stranger.lineId, { transactionId });
  expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain(paid.lineId);
  const away = expectData(await desk.decide('put-away', stranger.lineId, { note: 'Rent' }));
  expect(away.line.state).toBe('put-away');
  expect(away.decisions[0]).toMatchObject({ note: 'Rent', actor: 'operator' });
  expectFailure(
    await desk.decide('confirm', stranger.lineId, { transactionId }),
    'error_transition_not_allowed',
  );
  expect(expectData(await desk.decide('undo', stranger.lineId, { reason: 'x' })).line.state).toBe('undone');
  expectFailure(await desk.decide('undo', stranger.lineId, { reason: 'x' }), 'error_transition_not_allowed');
  await expectAgreement(desk.service.databasePath);
});

/** Three files whose balances break: each in another way. */
const BROKEN = [
  ['closing-balance', (iban: string, text: string) => camtOf({ ...paid(iban, text), closingMinor: 1 })],
  [
    'page-balance',
    (iban: string, text: string) =>
      camtOf(
        { iban, id: 'P', lines: [], page: 1, isLastPage: false, closingMinor: 100_000 },
        { ...paid(iban, text), id: 'P', page: 2, openingMinor: 90_000 },
      ),
  ],
  [
    'running-balance',
    (iban: string, text: string) =>
      csvOf(iban, [
        { amountMinor: 100, balanceMinor: 1_000, text: 'first' },
        { amountMinor: 50_000, balanceMinor: 1_234, text, name: 'TEST USER' },
        { amountMinor: 100, balanceMinor: 51_100, text: 'last' },
      ]),
  ],
] as const;

const paid = (iban: string, text: string) => ({
  iban,
  lines: [{ amountMinor: 50_000, name: 'TEST USER', text }],
});

test.each(BROKEN)(
  'a statement with a broken %s settles nothing until an operator says why it may',
  async (heldReason, fileOf) => {
    await using desk = await openDesk();
    const { service } = desk;
    const { transactionId, reference } = await desk.deposit();
    const { statements } = expectData(
      await upload(service, fileOf(desk.iban, reference), 'name=a&profileId=generic'),
    );
    const held = statements.filter((statement: Json) => statement.heldReason !== null);
    expect(held).toMatchObject([{ heldReason }]);
    await service.statementMatcher.matchNow();
    const { items } = expectData(await service.ask('/v1/statement-lines?state=held'));
    const line = items.find((one: Json) => one.amount === 500);
    expect((await desk.line(line.lineId)).candidates).toHaveLength(1);
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'pending' });
    const refused = await desk.decide('confirm', line.lineId, { transactionId });
    expect(expectFailure(refused, 'error_transition_not_allowed').message).toContain('Release the statement');
    const release = () =>
      service.ask(`/v1/statements/${held[0].statementId}/release`, {
        body: JSON.stringify({ reason: 'The bank says so' }),
        contentType: 'application/json',
      });
    expectData(await release());
    expectFailure(await release(), 'error_validation');
    await service.statementMatcher.matchNow();
    expect(await desk.transaction(transactionId)).toMatchObject({ status: 'successful' });
    expect(expectData(await service.ask('/v1/statement-lines?state=held')).items).toEqual([]);
    await expectAgreement(service.databasePath);
  },
);
