import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { rowsAdded } from '../support/audit.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { camtOf } from '../support/statements/bank-files.ts';

let desk: Desk;
let accountId: string;
/** Two keys of one person, and the key of somebody else who may approve. */
let namer: TestClient;
let sameNamer: TestClient;
let third: TestClient;
const service = () => desk.service;
beforeAll(async () => {
  desk = await openDesk();
  const accounts = await service().dependencies.db.read('listEveryAccount');
  accountId = accounts.find(({ iban }) => iban.replaceAll(' ', '') === desk.iban)?.id ?? '';
  namer = await createClient(service(), { role: 'operator', name: 'Nil Adal' });
  sameNamer = await createClient(service(), { role: 'admin', name: 'NIL  ADAL' });
  third = await createClient(service(), { role: 'operator', name: 'Third' });
});
afterAll(async () => {
  await expectAgreement(service().databasePath);
  await desk[Symbol.asyncDispose]();
});

const post = (target: string, body: Json, as: Credentials) =>
  service().ask(target, { as, method: 'POST', contentType: 'application/json', body: JSON.stringify(body) });
const approve = ({ payoutId, contentHash }: Json, as: Credentials) =>
  post(`/v1/payouts/${payoutId}/approve`, { contentHash }, as);
const setPolicy = async (policy: Json) => expectData(await post('/v1/payout-policy', policy, ADMIN));

/** A batch that an operator has prepared, who has named nobody. */
const prepared = async (transactionId: string): Promise<Json> =>
  expectData(await post('/v1/payouts', { transactionIds: [transactionId], accountId }, OPERATOR));

async function expectOwn(batch: Json, as: Credentials): Promise<void> {
  const failure = expectFailure(await approve(batch, as), 'not_authorized');
  expect(failure.fields).toMatchObject([{ code: 'payout_own_payee', params: { row: 1 } }]);
}

async function withdrawFor(merchant: TestClient, as: Credentials): Promise<string> {
  const fields = { ...withdrawalFields({ onBehalfOf: merchant.appKey }), amount: 500 };
  return expectData(await post(WITHDRAW, fields, as)).transactionId;
}

const uploadAs = (as: Credentials, body: Uint8Array) =>
  service().ask('/v1/statements?name=a.xml', {
    as,
    method: 'POST',
    body,
    contentType: 'application/octet-stream',
  });

let received = 0;
/** The refund of a line that nobody waits for: one person imports it, and one gives it back to its payer. */
async function refunded({ importer, giver }: Record<'importer' | 'giver', Credentials>): Promise<string> {
  const payer = { name: 'Rasim Kutlu', iban: 'TR330006100519786457841326' };
  received += 1;
  const lines = [{ ...payer, text: `nothing ${received}`, amountMinor: 70_000 + received }];
  const bytes = camtOf({ iban: desk.iban, lines });
  const { file } = expectData(await uploadAs(importer, bytes));
  await service().statementMatcher.matchNow();
  const { items } = expectData(await service().ask(`/v1/statement-lines?fileId=${file.fileId}`));
  const target = `/v1/statement-lines/${items[0].lineId}/give-back`;
  return expectData(await post(target, { reason: 'It was paid twice' }, giver)).refundId;
}

describe.each([
  ['imported a line', { importer: () => namer, giver: () => OPERATOR }],
  ['given a line back to its payer', { importer: () => OPERATOR, giver: () => namer }],
])('who has %s', (_, { importer, giver }) => {
  test('does not approve the batch that pays it back, with no key of theirs', async () => {
    const batch = await prepared(await refunded({ importer: importer(), giver: giver() }));
    await expectOwn(batch, namer);
    await expectOwn(batch, sameNamer);
    expect(expectData(await approve(batch, third)).state).toBe('approved');
  });
});

describe('who has created a withdrawal for its merchant', () => {
  test('does not approve the batch that pays it, with no key of theirs', async () => {
    const batch = await prepared(await withdrawFor(desk.merchant, namer));
    await expectOwn(batch, namer);
    await expectOwn(batch, sameNamer);
    expect(expectData(await approve(batch, third)).state).toBe('approved');
  });

  test('is no second approver either', async () => {
    await setPolicy({ newPayeeByTwo: true });
    const batch = await prepared(await withdrawFor(desk.merchant, namer));
    expect(expectData(await approve(batch, third)).state).toBe('prepared');
    await expectOwn(batch, sameNamer);
    await setPolicy({});
  });

  test('is named by one row of the audit log', async () => {
    const rows = await withDatabase(service().databasePath, (db) =>
      rowsAdded(db, () => withdrawFor(desk.merchant, namer)),
    );
    expect(rows).toMatchObject([
      { operation: 'createWithdrawal', actor: namer.appKey, target_kind: 'transaction', before_json: null },
    ]);
  });
});
