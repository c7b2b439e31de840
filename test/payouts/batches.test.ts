import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { updateClient } from '../support/manual-clock-service.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { openVerifier } from '../support/verify-at.ts';

const {
  service,
  accountId,
  post,
  withdraw,
  preparing,
  prepared,
  approved: approvedOf,
  takeBack,
  decide,
  read,
  settleByLine,
  change: changeStored,
} = usePayouts();
let viewer: Credentials;
beforeAll(async () => {
  viewer = await createClient(service(), { role: 'viewer', name: 'Watching' });
});

const prepare = async (count = 2) => prepared(await withdraw(count));
const approve = (batch: Json, as: Credentials = ADMIN) => decide('approve', batch, as);
const rejecting = (batch: Json, reason: string, as?: Credentials) => decide('reject', batch, as, { reason });
const takingOut = (batch: Json, ...transactionIds: readonly string[]) =>
  decide('remove', batch, OPERATOR, { transactionIds });
/** Puts a user on the blacklist while work is done. */
async function whileStopped(transactionId: string, work: () => Promise<void>): Promise<void> {
  const { userId } = expectData(await service().ask(`/v1/transactions/${transactionId}`));
  const { db } = service().dependencies;
  const entry = { kind: 'userId', value: userId, clientId: null, reason: null, createdAtMs: 0 } as const;
  await db.run('addToBlacklist', { entry: { ...entry, id: 'stop' } });
  await work();
  await db.run('removeFromBlacklist', { entryId: 'stop' });
}

describe('a new batch', () => {
  test('contains the withdrawals in the order of their ids, with count and sum', async () => {
    const transactionIds = await withdraw(3);
    const batch = await prepared(transactionIds.toReversed());
    expect(batch).toMatchObject({
      state: 'prepared',
      count: 3,
      sum: 1500,
      accountId: accountId(),
      currency: 'TRY',
      approvals: [],
    });
    expect(batch.rows.map((row: Json) => [row.rowNumber, row.transactionId])).toEqual(
      transactionIds.map((id, index) => [index + 1, id]),
    );
  });

  test('has the next number', async () => {
    const first = await prepare();
    expect((await prepare()).number).toBe(first.number + 1);
  });

  test('stays pending for the merchant', async () => {
    const batch = await prepare(1);
    const { transactionId } = batch.rows[0];
    const { status } = expectData(await service().ask(`/v1/transactions/${transactionId}`, { as: MERCHANT }));
    expect(status).toBe('pending');
  });

  test('is paid on the Monday after a weekend', async () => {
    const [id = ''] = await withdraw(1);
    const today = new Date(service().clock.nowMs());
    const saturday = new Date(today);
    saturday.setUTCDate(today.getUTCDate() + ((6 - today.getUTCDay() + 7) % 7));
    const monday = new Date(saturday.getTime() + 2 * 86_400_000).toISOString().slice(0, 10);
    const executionDay = saturday.toISOString().slice(0, 10);
    const batch = expectData(
      await post('/v1/payouts', { transactionIds: [id], accountId: accountId(), executionDay }),
    );
    expect(batch.executionDay).toBe(monday);
  });

  test.each([
    ['in the past', '2020-01-01'],
    ['far ahead', '2099-01-01'],
    ['no day', '2026-02-30'],
  ])('is refused for a day that is %s', async (_, executionDay) => {
    const [id = ''] = await withdraw(1);
    const response = await post('/v1/payouts', {
      transactionIds: [id],
      accountId: accountId(),
      executionDay,
    });
    expectInvalid(response, 'executionDay');
  });

  test('is refused for an unknown account', async () => {
    const [id = ''] = await withdraw(1);
    expectInvalid(await post('/v1/payouts', { transactionIds: [id], accountId: 'no' }), 'accountId');
  });

  test('names each withdrawal that does not fit, and takes none', async () => {
    const [fits = '', claimed = '', ended = ''] = await withdraw(3);
    expectData(await service().ask(`/v1/transactions/${claimed}/claim`, { method: 'POST', body: {} }));
    await service().transition('reject', ended, { fields: { reason: 'no', sequence: '1' } });
    const { transactionId: deposit } = await service().deposit(MERCHANT);
    const inBatch = (await prepare(1)).rows[0].transactionId;
    const transactionIds = [fits, claimed, ended, deposit, inBatch, 'unknown'];
    const { fields } = expectFailure(await preparing(transactionIds), 'error_validation');
    expect(fields.map((field: Json) => [field.path, field.params.reason])).toEqual(
      [
        ['transactionIds.1', 'claimed'],
        ['transactionIds.2', 'not-pending'],
        ['transactionIds.3', 'no-withdrawal'],
        ['transactionIds.4', 'in-payout'],
        ['transactionIds.5', 'missing'],
      ].sort((one, other) =>
        String(transactionIds[Number(one[0]!.at(-1))]) < String(transactionIds[Number(other[0]!.at(-1))])
          ? -1
          : 1,
      ),
    );
    await prepared([fits]);
  });
});

describe('a withdrawal in a batch', () => {
  test.each([
    ['claimed', 'claim', {}],
    ['rejected', 'reject', { reason: 'no', sequence: '1' }],
    ['settled by hand', 'settle', { sequence: '1' }],
  ])('is not %s', async (_, verb, body) => {
    const batch = await prepare(1);
    const target = `/v1/transactions/${batch.rows[0].transactionId}/${verb}`;
    const response = await service().ask(target, { method: 'POST', body });
    const { message } = expectFailure(response, 'error_in_payout');
    expect(message).toContain(`payout batch ${batch.number}`);
  });

  test('is not cancelled by its merchant', async () => {
    const batch = await prepare(1);
    const target = `/v1/transactions/${batch.rows[0].transactionId}/cancel`;
    expectFailure(await service().ask(target, { as: MERCHANT, method: 'POST', body: {} }), 'error_in_payout');
  });

  test('leaves it, and voids the approvals, when a line of a bank has settled it', async () => {
    const batch = await prepare(2);
    expectData(await approve(batch));
    const [paid, left] = batch.rows;
    expect((await settleByLine(paid.transactionId)).kind).toBe('stored');
    const after = await read(batch);
    expect(after).toMatchObject({
      state: 'prepared',
      count: 1,
      rows: [left],
      approvals: [{ isCurrent: false }],
    });
  });

  test('can be decided again after the batch was rejected', async () => {
    const batch = await prepare(1);
    const reason = 'not enough money';
    expect(expectData(await rejecting(batch, reason))).toMatchObject({
      state: 'rejected',
      rejectReason: reason,
      rows: [],
    });
    await service().transition('reject', batch.rows[0].transactionId, {
      fields: { reason: 'no', sequence: '1' },
    });
  });
});

describe('an approval', () => {
  test('is given by another person', async () => {
    const batch = await prepare();
    expect(expectData(await approve(batch))).toMatchObject({
      state: 'approved',
      approvals: [{ isCurrent: true }],
    });
  });

  test('is refused to the person who has prepared the batch', async () => {
    expectFailure(await approve(await prepare(), OPERATOR), 'not_authorized');
  });

  test('is refused to another key of the same person', async () => {
    const twin = await createClient(service(), { role: 'admin', name: '  demo   OPERATOR ' });
    const batch = await prepare();
    expect(batch.preparedBy).toBe('Demo operator');
    expectFailure(await approve(batch, twin), 'not_authorized');
  });

  test.each([
    ['in capitals', 'AYŞE IŞIK'],
    ['without accents', 'Ayse Isik'],
    ['with a character that shows nothing', 'Ayşe\u200b Işık\u2060'],
    ['with decomposed letters', 'Ayşe Işık'.normalize('NFD')],
    ['with a full stop', 'Ayşe Işık.'],
  ])('is refused to another key of the same person, written %s', async (_, name) => {
    const maker = await createClient(service(), { role: 'operator', name: 'Ayşe Işık' });
    const twin = await createClient(service(), { role: 'operator', name });
    expectFailure(await approve(await prepared(await withdraw(1), maker), twin), 'not_authorized');
  });

  test('is refused to who has prepared the batch, whose name was stored in another form', async () => {
    const maker = await createClient(service(), { role: 'operator', name: 'Ayşe Işık' });
    const twin = await createClient(service(), { role: 'operator', name: 'Ayşe Işık' });
    const batch = await prepared(await withdraw(1), maker);
    await changeStored(sql`update payout_batches set maker = 'ayşe işık' where id = ${batch.payoutId}`);
    expectFailure(await approve(batch, twin), 'not_authorized');
  });

  test('names who has prepared, approved and rejected a batch as their keys do', async () => {
    const [maker, approver] = [
      await createClient(service(), { role: 'operator', name: 'İrem Çetin' }),
      await createClient(service(), { role: 'operator', name: 'Oğuz Kara' }),
    ];
    const batch = await prepared(await withdraw(1), maker);
    expectData(await approve(batch, approver));
    expectData(await rejecting(batch, 'not today', approver));
    expect(await read(batch)).toMatchObject({
      preparedBy: 'İrem Çetin',
      approvals: [{ approvedBy: 'Oğuz Kara' }],
      rejectedBy: 'Oğuz Kara',
    });
    const [listed] = expectData(await service().ask('/v1/payouts?state=rejected'));
    expect(listed).toMatchObject({ payoutId: batch.payoutId, preparedBy: 'İrem Çetin' });
  });

  test('is refused to the key that has prepared the batch, also under another name', async () => {
    const maker = await createClient(service(), { role: 'operator', name: 'Before' });
    const batch = await prepared(await withdraw(1), maker);
    await updateClient(service(), { appKey: maker.appKey, name: 'After' });
    expectFailure(await approve(batch, maker), 'not_authorized');
  });

  test.each([
    ['by the same person', ['demo operator', 'demo operator', 'other'], /check/i],
    ['with the same key', ['grace', 'demo operator', 'own'], /check/i],
    ['of a batch of somebody else', ['grace', 'somebody', 'other'], /foreign key/i],
  ] as const)('%s is refused by the database itself', async (_, [approver, maker, key], problem) => {
    const { payoutId, contentHash } = await prepare();
    const insert = changeStored(sql`insert into payout_approvals
          (batch_id, content_hash, approver, maker, maker_client_id, approver_client_id, approved_at_ms)
        select id, ${contentHash}, ${approver}, ${maker}, maker_client_id,
          case ${key} when 'own' then maker_client_id else 'other' end, 0
        from payout_batches where id = ${payoutId}`);
    await expect(insert).rejects.toThrow(problem);
  });

  test('counts once, however often it is sent', async () => {
    const batch = await prepare();
    expectData(await approve(batch));
    expect(expectData(await approve(batch)).approvals).toHaveLength(1);
  });

  test('is refused for another content than the batch has', async () => {
    const batch = await prepare();
    expectFailure(await approve({ ...batch, contentHash: 'f'.repeat(64) }), 'error_stale_sequence');
  });

  test.each([
    ['amount', sql`amount_minor = amount_minor + 1`],
    ['IBAN', sql`iban_normalized = 'TR640099900000999000001001'`],
    ['name', sql`account_name = 'Mallory'`],
  ])('is refused once somebody has changed the %s in the database', async (_, change) => {
    const batch = await prepare();
    const { transactionId } = batch.rows[0];
    const set = (assignment: typeof change) =>
      changeStored(sql`update transactions set ${assignment} where id = ${transactionId}`);
    const [before] = await withDatabase(service().databasePath, (db) =>
      db
        .selectFrom('transactions')
        .select(['amount_minor', 'iban_normalized', 'account_name'])
        .where('id', '=', transactionId)
        .execute(),
    );
    await set(change);
    expectFailure(await approve(batch), 'error_stale_sequence');
    const { amount_minor, iban_normalized, account_name } = before!;
    await set(
      sql`amount_minor = ${amount_minor}, iban_normalized = ${iban_normalized}, account_name = ${account_name}`,
    );
  });

  test('is void when a withdrawal is taken out', async () => {
    const batch = await prepare(3);
    expectData(await approve(batch));
    const [out, ...left] = batch.rows;
    const after = expectData(await takingOut(batch, out.transactionId));
    expect(after).toMatchObject({
      state: 'prepared',
      count: 2,
      rows: left,
      approvals: [{ isCurrent: false }],
    });
    expect(after.contentHash).not.toBe(batch.contentHash);
    expectFailure(await approve(batch), 'error_stale_sequence');
    expect(expectData(await approve(after)).state).toBe('approved');
  });
});

const approved = async (count = 2) => approvedOf(await withdraw(count));
const exportIt = (batch: Json, more: Json = {}) => decide('export', batch, OPERATOR, more);
const textOf = (file: Json) => Buffer.from(file.base64, 'base64').toString();

describe('an export', () => {
  test('gives a file with each withdrawal, its IBAN and the ids of batch and row', async () => {
    const batch = await approved(2);
    const file = expectData(await exportIt(batch));
    const text = textOf(file);
    for (const { rowNumber, iban } of batch.rows) {
      expect(text).toContain(`<IBAN>${iban}</IBAN>`);
      expect(text).toContain(
        `P${String(batch.number).padStart(9, '0')}-${String(rowNumber).padStart(6, '0')}`,
      );
    }
    expect(text).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>1000.00</CtrlSum>');
    expect((await read(batch)).state).toBe('exported');
  });

  test('gives the same bytes every time, even if another form is asked for', async () => {
    const batch = await approved();
    const first = expectData(await exportIt(batch));
    expect(expectData(await exportIt(batch, { profile: 'iso20022' }))).toEqual(first);
    expect(expectData(await service().ask(`/v1/payouts/${batch.payoutId}/file`))).toEqual(first);
  });

  test('is refused before the approval', async () => {
    expectFailure(await exportIt(await prepare()), 'error_transition_not_allowed');
  });

  test('is refused for another content than was approved', async () => {
    const batch = await approved();
    expectFailure(await exportIt({ ...batch, contentHash: 'f'.repeat(64) }), 'error_stale_sequence');
  });

  test('is refused where the bank file cannot have the currency', async () => {
    const { fields } = expectFailure(
      await exportIt(await approved(), { profile: 'sepa' }),
      'error_validation',
    );
    expect(fields[0].message).toContain('pays EUR only');
  });

  test('is refused once the blacklist stops a withdrawal', async () => {
    const batch = await approved(1);
    await whileStopped(batch.rows[0].transactionId, async () => {
      const { fields } = expectFailure(await exportIt(batch), 'error_validation');
      expect(fields[0].message).toContain('cannot be paid now (blacklisted). Take it out');
    });
  });

  test('lets nothing be taken out any more', async () => {
    const batch = await approved();
    expectData(await exportIt(batch));
    expectFailure(await takingOut(batch, batch.rows[0].transactionId), 'error_transition_not_allowed');
  });

  test('is taken back by another person than who has exported it', async () => {
    const batch = await approved();
    expectData(await exportIt(batch));
    const [paid, left] = batch.rows;
    await settleByLine(paid.transactionId);
    expectFailure(await takeBack(batch, OPERATOR), 'not_authorized');
    const rows = [{ transactionId: paid.transactionId, state: 'paid' }];
    expect(expectData(await takeBack(batch, ADMIN))).toMatchObject({ state: 'rejected', rows });
    await prepared([left.transactionId]);
  });

  test('pays nothing by itself, and the batch is paid once lines have settled all of it', async () => {
    const batch = await approved(2);
    expectData(await exportIt(batch));
    const [one, other] = batch.rows;
    await settleByLine(one.transactionId);
    expect(await read(batch)).toMatchObject({
      state: 'exported',
      contentHash: batch.contentHash,
      rows: [{ state: 'paid' }, { state: 'exported' }],
    });
    await settleByLine(other.transactionId);
    expect((await read(batch)).state).toBe('paid');
  });

  test('gives no file of a batch that was rejected afterwards', async () => {
    const batch = await approved(1);
    expectData(await exportIt(batch));
    expectData(await takeBack(batch, ADMIN));
    expectInvalid(await service().ask(`/v1/payouts/${batch.payoutId}/file`), 'payoutId');
    expectFailure(await exportIt(batch), 'error_transition_not_allowed');
  });

  test('leaves what the blacklist stops to be cleared, so that its line can settle it', async () => {
    const batch = await approved(1);
    expectData(await exportIt(batch));
    const { transactionId } = batch.rows[0];
    await whileStopped(transactionId, async () => {
      expectData(await post(`/v1/transactions/${transactionId}/clear`, { reason: 'it is paid' }));
      expect((await settleByLine(transactionId)).kind).toBe('stored');
      expect((await read(batch)).state).toBe('paid');
    });
  });

  test('can be taken back although a payee was forgotten', async () => {
    const batch = await approved(2);
    expectData(await exportIt(batch));
    await settleByLine(batch.rows[0].transactionId);
    await changeStored(
      sql`update transactions set account_name = '[forgotten]' where id = ${batch.rows[0].transactionId}`,
    );
    expect(expectData(await takeBack(batch, ADMIN)).state).toBe('rejected');
  });

  test('is refused once the day is over', async () => {
    const batch = await approved(1);
    service().clock.advance(4 * 86_400_000);
    expectInvalid(await exportIt(batch), 'payoutId');
  });

  test('has no file before it', async () => {
    const { payoutId } = await approved();
    expectInvalid(await service().ask(`/v1/payouts/${payoutId}/file`), 'payoutId');
  });
});

describe('the rejection of some payouts of a file', () => {
  const sentOf = async (count: number) => {
    const batch = await approved(count);
    expectData(await exportIt(batch));
    return { batch, ids: batch.rows.map(({ transactionId }: Json) => transactionId) as string[] };
  };
  const rejectOnly = (batch: Json, ...transactionIds: readonly string[]) =>
    takeBack(batch, ADMIN, transactionIds);

  test('frees these alone', async () => {
    const { batch, ids } = await sentOf(3);
    const [one = '', ...others] = ids;
    const after = expectData(await rejectOnly(batch, one));
    expect(after).toMatchObject({ state: 'exported', count: 3, rejectReason: 'not sent' });
    expect(after.rows.map(({ transactionId }: Json) => transactionId)).toEqual(others);
    await prepared([one]);
    expectInvalid(await preparing(others.slice(1)), 'transactionIds.0');
  });

  test('says in the audit log which', async () => {
    const { batch, ids } = await sentOf(2);
    expectData(await rejectOnly(batch, ids[0] ?? ''));
    const after = (await readAudit(service().databasePath)).at(-1)?.after_json;
    expect(JSON.parse(after ?? '')).toMatchObject({
      state: 'exported',
      rejected: ids.slice(0, 1),
    });
  });

  test('is that of the batch where these are all of it', async () => {
    const { batch, ids } = await sentOf(2);
    for (const [id, state] of [
      [ids[0], 'exported'],
      [ids[1], 'rejected'],
    ])
      expect(expectData(await rejectOnly(batch, id ?? '')).state).toBe(state);
  });

  test('leaves a batch paid whose other payouts are', async () => {
    const { batch, ids } = await sentOf(2);
    const [paid = '', left = ''] = ids;
    await settleByLine(paid);
    expect(expectData(await rejectOnly(batch, left)).state).toBe('paid');
  });

  test('names none that the batch does not wait for', async () => {
    const { batch, ids } = await sentOf(2);
    const [paid = ''] = ids;
    await settleByLine(paid);
    const response = await rejectOnly(batch, ...ids);
    expectInvalid(response, 'transactionIds');
    expect(response.json.error.message).toContain(`${paid}, for which batch ${batch.number} does not wait`);
  });

  test('keeps their file from being given out again, since another one can pay them', async () => {
    const { batch, ids } = await sentOf(2);
    expect((await read(batch)).isFileGivenOut).toBe(true);
    expect(expectData(await rejectOnly(batch, ids[0] ?? '')).isFileGivenOut).toBe(false);
    const asked = [service().ask(`/v1/payouts/${batch.payoutId}/file`), exportIt(batch)];
    for (const response of await Promise.all(asked)) expectInvalid(response, 'payoutId');
  });

  test('takes another person than who has exported it', async () => {
    const { batch, ids } = await sentOf(2);
    expectFailure(await takeBack(batch, OPERATOR, ids.slice(0, 1)), 'not_authorized');
  });

  test('is refused before there is one', async () => {
    const batch = await approved(2);
    const response = await rejectOnly(batch, batch.rows[0].transactionId);
    expectFailure(response, 'error_transition_not_allowed');
  });
});

test('the last withdrawal of a batch is not taken out', async () => {
  const batch = await prepare(1);
  expectInvalid(await takingOut(batch, batch.rows[0].transactionId), 'payoutId');
});

test('a withdrawal that a batch does not contain is not taken out', async () => {
  const batch = await prepare(2);
  expectInvalid(await takingOut(batch, '0123456789abcdef01234567'), 'transactionIds');
});

test('a rejected batch is not approved', async () => {
  const batch = await prepare();
  expectData(await rejecting(batch, 'no'));
  expectFailure(await approve(batch), 'error_transition_not_allowed');
});

test('an unknown batch is refused by its field', async () => {
  expectInvalid(await approve({ payoutId: 'no', contentHash: 'f' }), 'payoutId');
});

test('a viewer sees the ends of IBANs only', async () => {
  const batch = await prepare(1);
  const { iban } = batch.rows[0];
  expect((await read(batch, viewer)).rows[0].iban).toBe(`${iban.slice(0, 4)}…${iban.slice(-4)}`);
});

test('batches are listed by their numbers, the newest first, in pages', async () => {
  const [older, newer] = [await prepare(1), await prepare(1)];
  const list = async (query: string) => expectData(await service().ask(`/v1/payouts?${query}`));
  expect((await list('limit=1'))[0].payoutId).toBe(newer.payoutId);
  expect((await list(`limit=1&before=${newer.number}`))[0].payoutId).toBe(older.payoutId);
  expect((await list('state=approved')).every((batch: Json) => batch.state === 'approved')).toBe(true);
});

test('the database agrees with itself', async () => {
  await expectAgreement(service().databasePath);
});

describe('verify finds', () => {
  test.each([
    ['a sum that its rows do not have', 'payout-content', sql`sum_minor = sum_minor + 1`],
    ['a hash of another content', 'payout-content', sql`content_hash = 'f'`],
    ['an approval that nobody gave', 'payout-approval', sql`state = 'approved'`],
  ])('%s', async (_, kind, change) => {
    const { payoutId } = await prepare(1);
    const kinds = await kindsAfter(sql`update payout_batches set ${change} where id = ${payoutId}`);
    expect(kinds).toEqual([kind]);
    await changeStored(sql`update payout_rows set state = 'out' where batch_id = ${payoutId}`);
    await changeStored(sql`update payout_batches set state = 'rejected' where id = ${payoutId}`);
  });

  test('a file that was changed', async () => {
    const batch = await approved(1);
    const { base64 } = expectData(await exportIt(batch));
    const set = (bytes: Buffer) =>
      sql`update payout_files set bytes = ${bytes} where batch_id = ${batch.payoutId}`;
    expect(await kindsAfter(set(Buffer.from('other')))).toEqual(['payout-file']);
    await changeStored(set(Buffer.from(base64, 'base64')));
  });

  test('a withdrawal that was decided otherwise', async () => {
    const batch = await prepare(1);
    const { transactionId } = batch.rows[0];
    const set = (state: string) =>
      sql`update payout_rows set state = ${state} where batch_id = ${batch.payoutId}`;
    await changeStored(set('out'));
    await settleByLine(transactionId);
    expect(await kindsAfter(set('in'))).toEqual(['payout-row']);
  });
});

/** The kinds of disagreements once somebody has changed the database. */
async function kindsAfter(change: RawBuilder<unknown>): Promise<string[]> {
  await changeStored(change);
  await using verifier = await openVerifier(service().databasePath);
  const { disagreements } = await verifier.verify();
  return disagreements.map(({ kind }) => kind);
}
