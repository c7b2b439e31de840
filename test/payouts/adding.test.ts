import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPayout } from '../../src/payouts/domain/content.ts';
import { MAX_PAYOUT_ROWS, MAX_ROW_NUMBER } from '../../src/payouts/limits.ts';
import { ADMIN, type Credentials, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createAccount, createClient, type TestClient } from '../support/entities.ts';
import { exportOf } from '../support/fault-payouts.ts';
import { storeWithdrawals, updateClient } from '../support/manual-clock-service.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

const {
  service,
  accountId,
  post,
  preparing,
  prepared,
  approved: approvedOf,
  exported,
  refuse,
  decide,
  withdraw,
  change,
  read,
  settleByLine,
} = usePayouts();

describe('adding', () => {
  const prepare = async (count = 1): Promise<Json> => prepared(await withdraw(count));

  const add = (batch: Json, transactionIds: readonly string[], as?: Credentials) =>
    decide('add', batch, as, { transactionIds });

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
      const transactionIds = [batch.rows[1].transactionId];
      const smaller = expectData(await decide('remove', batch, OPERATOR, { transactionIds }));
      const larger = expectData(await add(smaller, transactionIds));
      expect(larger.rows.map((row: Json) => row.rowNumber)).toEqual([1, 3]);
    });

    test('after they were taken out are paid in their last row only', async () => {
      const ids = await withdraw(2);
      const batch = await prepared(ids);
      const transactionIds = ids.slice(1);
      const smaller = expectData(await decide('remove', batch, OPERATOR, { transactionIds }));
      const larger = expectData(await add(smaller, transactionIds));
      expectData(await decide('approve', larger, ADMIN));
      expectData(await decide('export', larger, ADMIN));
      await settleByLine(ids[1] ?? '');
      const { rows } = await read(larger);
      expect(rows.map(({ rowNumber, state }: Json) => [rowNumber, state])).toEqual([
        [1, 'exported'],
        [3, 'paid'],
      ]);
      await expectAgreement(service().databasePath);
    });

    test('void the approvals that were given before', async () => {
      const batch = await prepare();
      expectData(await decide('approve', batch, ADMIN));
      const larger = expectData(await add(batch, await withdraw(1)));
      expect(larger).toMatchObject({ state: 'prepared', approvals: [{ isCurrent: false }] });
      expectFailure(await decide('export', larger), 'error_transition_not_allowed');
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
      await prepared([fits]);
    });

    test('are refused for a content that is no longer that of the batch', async () => {
      const batch = await prepare();
      expectData(await add(batch, await withdraw(1)));
      expectFailure(await add(batch, await withdraw(1)), 'error_stale_sequence');
    });

    test('are refused by a batch that was exported', async () => {
      const batch = await prepare();
      expectData(await decide('approve', batch, ADMIN));
      expectData(await decide('export', batch));
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
});

describe('payable', () => {
  let merchant: TestClient;

  beforeEach(async () => {
    merchant = await createClient(service());
  });

  const withdrawOne = async (): Promise<string> => (await service().withdraw(merchant)).transactionId;
  const disable = (disabled = true) => updateClient(service(), { appKey: merchant.appKey, disabled });

  const listed = async (limit = 1000): Promise<string[]> =>
    expectData(await service().ask(`/v1/payouts/payable?limit=${limit}`)).map(
      ({ transactionId }: Json) => transactionId,
    );

  const reasonsOf = (response: Awaited<ReturnType<typeof preparing>>): string[] =>
    expectFailure(response, 'error_validation').fields.map(({ params }: Json) => params.reason);

  describe('a withdrawal of a merchant whose key is disabled', () => {
    test('is not listed as payable', async () => {
      const id = await withdrawOne();
      expect(await listed()).toContain(id);
      await disable();
      expect(await listed()).not.toContain(id);
    });

    test('does not fit into a batch, until the key is enabled', async () => {
      const id = await withdrawOne();
      await disable();
      expect(reasonsOf(await preparing([id]))).toEqual(['merchant-disabled']);
      await disable(false);
      await prepared([id]);
    });

    test('is marked for who approves, and keeps its batch from being exported', async () => {
      const batch = await prepared([await withdrawOne()]);
      await disable();
      const { marked } = expectData(await service().ask(`/v1/payouts/${batch.payoutId}/review`));
      expect(marked).toMatchObject([{ isMerchantDisabled: true }]);
      expectData(await decide('approve', batch, ADMIN));
      expect(reasonsOf(await decide('export', batch))).toEqual(['merchant-disabled']);
    });

    test('is paid by hand', async () => {
      const id = await withdrawOne();
      await disable();
      expect(await service().transition('settle', id, { fields: { sequence: '1' } })).toMatchObject({
        status: 'successful',
      });
    });
  });

  test('what fits is listed behind any number of older ones that do not', async () => {
    await storeWithdrawals(service(), merchant, 250);
    await disable();
    const others = (await listed()).length;
    merchant = await createClient(service());
    const id = await withdrawOne();
    expect(await listed(others + 1)).toContain(id);
  });
});

describe('tampering', () => {
  let third: Credentials;
  let otherAccountId: string;

  beforeAll(async () => {
    third = await createClient(service(), { role: 'operator', name: 'Third' });
    otherAccountId = (await createAccount(service(), { bankId: DEMO_BANK_ID })).id;
  });

  const approve = async (batch: Json): Promise<Json> => expectData(await decide('approve', batch, ADMIN));
  const withdrawOne = async (): Promise<string> => (await service().withdraw(MERCHANT)).transactionId;

  /** An approved batch of a withdrawal, and of one whose payee the desk has named after the bank had refused it. */
  async function approved(): Promise<Json> {
    const refused = await withdrawOne();
    await refuse(await exported([refused]));
    const payee = { iban: 'DE89370400440532013000', accountName: 'Ada', reason: 'By phone' };
    expectData(await post('/v1/payouts/payees', { transactionId: refused, ...payee }, third));
    return approvedOf([refused, await withdrawOne()]);
  }

  const IBAN = 'TR640099900000999000001001';
  type Tampering<T = RawBuilder<unknown> | Promise<RawBuilder<unknown>>> = (batch: Json) => T;
  type Update = (assignment: RawBuilder<unknown>) => Tampering<RawBuilder<unknown>>;

  const ofBatch: Update =
    (assignment) =>
    ({ payoutId }) =>
      sql`update payout_batches set ${assignment} where id = ${payoutId}`;

  const ofRow: Update =
    (assignment) =>
    ({ payoutId, rows }) =>
      sql`update payout_rows set ${assignment} where batch_id = ${payoutId} and row_number = ${rows[1].rowNumber}`;

  /** Of the one that pays whom its merchant has named. */
  const ofWithdrawal: Update =
    (assignment) =>
    ({ rows }) =>
      sql`update transactions set ${assignment} where id = ${rows.find((row: Json) => !row.isChangedPayee).transactionId}`;

  const ofPayee: Update =
    (assignment) =>
    ({ rows }) =>
      sql`update payout_payees set ${assignment} where paid_id = ${rows.find((row: Json) => row.isChangedPayee).transactionId}`;

  const TAMPERINGS: readonly (readonly [string, Tampering])[] = [
    ['amount of a withdrawal', ofWithdrawal(sql`amount_minor = amount_minor + 1`)],
    ['IBAN of a withdrawal', ofWithdrawal(sql`iban_normalized = ${IBAN}`)],
    ['account name of a withdrawal', ofWithdrawal(sql`account_name = 'Mallory'`)],
    ['currency of a withdrawal', ofWithdrawal(sql`currency = 'EUR'`)],
    ['IBAN of a payee of the desk', ofPayee(sql`iban = ${IBAN}`)],
    ['name of a payee of the desk', ofPayee(sql`account_name = 'Mallory'`)],
    [
      'payee of a row',
      ofRow(sql`payee_id = case when payee_id is null then (select max(id) from payout_payees) end`),
    ],
    ['end-to-end id of a row', ofRow(sql`end_to_end_id = ${'X'} || end_to_end_id`)],
    ['number of a row, and so the order,', ofRow(sql`row_number = 0`)],
    ['state of a row to taken out', ofRow(sql`state = 'out'`)],
    ['state of a row to paid', ofRow(sql`state = 'paid'`)],
    ['withdrawal of a row', async (batch) => ofRow(sql`transaction_id = ${await withdrawOne()}`)(batch)],
    [
      'rows to one more',
      async ({
        payoutId,
      }) => sql`insert into payout_rows (batch_id, row_number, transaction_id, end_to_end_id, state)
      values (${payoutId}, 99, ${await withdrawOne()}, ${`X-${payoutId}`}, 'in')`,
    ],
    [
      'IBAN of the account that pays',
      () => sql`update bank_accounts set iban = ${IBAN} where id = ${accountId()}`,
    ],
    [
      'name of the account that pays',
      () => sql`update bank_accounts set account_name = 'Mallory' where id = ${accountId()}`,
    ],
    ['account of the batch', (batch) => ofBatch(sql`account_id = ${otherAccountId}`)(batch)],
    ['execution day of the batch', ofBatch(sql`execution_day = '2026-11-30'`)],
    ['currency of the batch', ofBatch(sql`currency = 'EUR'`)],
    ['number of the batch', ofBatch(sql`number = number + 1000`)],
    ['sum of the batch', ofBatch(sql`sum_minor = sum_minor + 1`)],
    ['count of the batch', ofBatch(sql`row_count = row_count + 1`)],
    ['content hash of the batch', ofBatch(sql`content_hash = 'f'`)],
  ];

  test.each(TAMPERINGS)('a changed %s between approval and export is refused', async (_, tamper) => {
    const batch = await approved();
    await change(await tamper(batch));
    const nowMs = service().clock.nowMs();
    const { payoutId: batchId, contentHash } = batch;
    // The command by itself: the change can come after the file was written, and before it is stored.
    const input = exportOf({ batchId, contentHash, person: 'grace', nowMs });
    const outcome = await service().dependencies.db.run('exportPayout', { ...input, today: '2026-11-20' });
    expect(outcome.kind).not.toBe('stored');
    expect([400, 409]).toContain((await decide('export', batch)).status);
    expect(await filesOf(batchId)).toEqual([]);
  });

  test('a batch whose payer was changed after the approval is rejected all the same', async () => {
    const batch = await approved();
    await change(sql`update bank_accounts set account_name = 'Ada & Co' where id = ${accountId()}`);
    expectFailure(await decide('export', batch), 'error_stale_sequence');
    const reason = 'The name of the account was misspelled';
    expectData(await decide('reject', batch, ADMIN, { reason }));
  });

  test('a changed amount with a hash that fits it is refused: nobody has approved it', async () => {
    const batch = await approved();
    const { payoutId } = batch;
    await change(ofWithdrawal(sql`amount_minor = amount_minor + 1`)(batch));
    const changed = await service().dependencies.db.query('findPayout', payoutId);
    if (!changed) throw new Error('the batch is gone');
    const contentHash = hashPayout(changed.batch, changed.rows);
    const sum = changed.batch.sumMinor + 1;
    await change(ofBatch(sql`content_hash = ${contentHash}, sum_minor = ${sum}`)(batch));
    expect((await decide('export', { payoutId, contentHash })).status).toBe(409);
    expect(await filesOf(payoutId)).toEqual([]);
  });

  /** Gives a batch the hash that batches had before it had who pays. */
  async function withFormerHash(batch: Json): Promise<Json> {
    const { payoutId } = batch;
    const whole = await service().dependencies.db.query('findPayout', payoutId);
    if (!whole) throw new Error('the batch is gone');
    const { number, currency, executionDay } = whole.batch;
    const hash = createHash('sha256').update(JSON.stringify([number, accountId(), currency, executionDay]));
    for (const { rowNumber, transactionId, endToEndId, amountMinor, iban, accountName } of whole.rows)
      hash.update(JSON.stringify([rowNumber, transactionId, endToEndId, amountMinor, iban, accountName]));
    const contentHash = hash.digest('hex');
    await change(ofBatch(sql`content_hash = ${contentHash}`)(batch));
    await change(sql`update payout_approvals set content_hash = ${contentHash} where batch_id = ${payoutId}`);
    return { ...batch, contentHash };
  }

  test('a batch that was approved before its hash had who pays is exported', async () => {
    const batch = await withFormerHash(await approvedOf([await withdrawOne()]));
    expectData(await decide('export', batch));
  });

  test('a batch that was prepared before its hash had who pays has it before it is approved', async () => {
    const batch = await withFormerHash(await prepared([await withdrawOne()]));
    expect((await decide('approve', batch, ADMIN)).status).toBe(409);
    const read = expectData(await service().ask(`/v1/payouts/${batch.payoutId}`));
    expect(read.contentHash).not.toBe(batch.contentHash);
    await approve(read);
  });

  const filesOf = (batchId: string) =>
    withDatabase(service().databasePath, (db) =>
      db.selectFrom('payout_files').select('name').where('batch_id', '=', batchId).execute(),
    );
});
