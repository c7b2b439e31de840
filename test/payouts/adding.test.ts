import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_PAYOUT_ROWS, MAX_ROW_NUMBER } from '../../src/payouts/limits.ts';
import { ADMIN, type Credentials, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

let started: ManualClockService;
const service = () => started;
let accountId: string;
beforeAll(async () => {
  started = await startManualClockService();
  accountId = (await createAccount(service(), { bankId: DEMO_BANK_ID })).id;
});
afterAll(() => started.stop());

const ask = (path: string, body: Json, as: Credentials = OPERATOR) =>
  service().ask(`/v1/payouts${path}`, {
    as,
    method: 'POST',
    contentType: 'application/json',
    body: JSON.stringify(body),
  });

async function withdraw(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await service().withdraw(MERCHANT)).transactionId);
  return ids.sort();
}

async function prepare(count = 1): Promise<Json> {
  return expectData(await ask('', { transactionIds: await withdraw(count), accountId }));
}

const seen = ({ contentHash }: Json) => ({ contentHash });
const add = (batch: Json, transactionIds: readonly string[], as?: Credentials) =>
  ask(`/${batch.payoutId}/add`, { ...seen(batch), transactionIds }, as);
const idsOf = ({ rows }: Json) => rows.map((row: Json) => row.transactionId);

describe('withdrawals that are added to a batch', () => {
  test('come behind those that are in it, with count, sum and another content', async () => {
    const batch = await prepare(2);
    const more = await withdraw(2);
    const larger = expectData(await add(batch, more.toReversed()));
    expect(idsOf(larger)).toEqual([...idsOf(batch), ...more]);
    expect(larger.rows.map((row: Json) => row.rowNumber)).toEqual([1, 2, 3, 4]);
    expect(larger).toMatchObject({ state: 'prepared', count: 4, sum: 2000 });
    expect(larger.contentHash).not.toBe(batch.contentHash);
    await expectAgreement(service().databasePath);
  });

  test('have numbers that no row had before', async () => {
    const batch = await prepare(2);
    const body = { ...seen(batch), transactionIds: [batch.rows[1].transactionId] };
    const smaller = expectData(await ask(`/${batch.payoutId}/remove`, body));
    const larger = expectData(await add(smaller, [batch.rows[1].transactionId]));
    expect(larger.rows.map((row: Json) => row.rowNumber)).toEqual([1, 3]);
  });

  test('void the approvals that were given before', async () => {
    const batch = await prepare();
    expectData(await ask(`/${batch.payoutId}/approve`, seen(batch), ADMIN));
    const larger = expectData(await add(batch, await withdraw(1)));
    expect(larger).toMatchObject({ state: 'prepared', approvals: [{ isCurrent: false }] });
    expectFailure(await ask(`/${batch.payoutId}/export`, seen(larger)), 'error_transition_not_allowed');
  });

  test('are added by nobody who could approve the batch then', async () => {
    const batch = await prepare();
    const more = await withdraw(1);
    const { message } = expectFailure(await add(batch, more, ADMIN), 'not_authorized');
    expect(message).toContain('only that person adds to it');
    const namesake = await createClient(service(), { role: 'operator', name: ` ${batch.preparedBy} ` });
    // Another key of the maker could be renamed afterwards, and approve what it has added.
    expectFailure(await add(batch, more, namesake), 'not_authorized');
  });

  test('are all taken, or none, and each that does not fit is named', async () => {
    const batch = await prepare();
    const [fits = ''] = await withdraw(1);
    const response = await add(batch, [fits, idsOf(batch)[0], 'unknown']);
    const { fields } = expectFailure(response, 'error_validation');
    expect(fields.map((field: Json) => [field.path, field.params.reason])).toEqual([
      ['transactionIds.1', 'in-payout'],
      ['transactionIds.2', 'missing'],
    ]);
    expectData(await ask('', { transactionIds: [fits], accountId }));
  });

  test('are refused for a content that is no longer that of the batch', async () => {
    const batch = await prepare();
    expectData(await add(batch, await withdraw(1)));
    expectFailure(await add(batch, await withdraw(1)), 'error_stale_sequence');
  });

  test('are refused by a batch that was exported', async () => {
    const batch = await prepare();
    expectData(await ask(`/${batch.payoutId}/approve`, seen(batch), ADMIN));
    expectData(await ask(`/${batch.payoutId}/export`, seen(batch)));
    expectFailure(await add(batch, await withdraw(1)), 'error_transition_not_allowed');
  });

  test('are refused where the numbers of rows end', async () => {
    const batch = await prepare();
    await withDatabase(service().databasePath, (db) =>
      db
        .insertInto('payout_rows')
        .values({
          batch_id: batch.payoutId,
          row_number: MAX_ROW_NUMBER,
          transaction_id: 'was taken out',
          end_to_end_id: 'P-was-taken-out',
          payment_id: null,
          state: 'out',
          bank_status: null,
          is_executed: 0,
          bank_reasons: null,
          line_id: null,
        })
        .execute(),
    );
    const { fields } = expectFailure(await add(batch, await withdraw(1)), 'error_validation');
    expect(fields).toMatchObject([{ code: 'full', params: { maximum: MAX_PAYOUT_ROWS } }]);
  });

  test('are added once, whoever asks at the same time', async () => {
    const batch = await prepare();
    const more = await withdraw(1);
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => add(batch, more)));
    expect(outcomes.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    await expectAgreement(service().databasePath);
  });
});

describe('the rows of a batch', () => {
  const rows = (batch: Json, query = 'limit=50', as: Credentials = OPERATOR) =>
    service().ask(`/v1/payouts/${batch.payoutId}/rows?${query}`, { as });

  test('are read by page, one after another', async () => {
    const batch = await prepare(5);
    const read: Json[] = [];
    for (let page: Json[] = [0, 0]; page.length === 2; ) {
      page = expectData(await rows(batch, `limit=2&after=${read.at(-1)?.rowNumber ?? 0}`));
      read.push(...page);
    }
    expect(read).toEqual(batch.rows);
  });

  test('have the ends of IBANs only for viewers', async () => {
    const batch = await prepare();
    const viewer = await createClient(service(), { role: 'viewer', name: 'Watching' });
    const [row] = expectData(await rows(batch, undefined, viewer));
    expect(row.iban).toMatch(/^\w{4}…\w{4}$/);
  });

  test('of an unknown batch are refused by its field', async () => {
    expectInvalid(await rows({ payoutId: 'no' }), 'payoutId');
  });
});
