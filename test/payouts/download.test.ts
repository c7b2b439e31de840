import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

let started: ManualClockService;
const service = () => started;
let batch: Json;
beforeAll(async () => {
  started = await startManualClockService();
  const { id: accountId } = await createAccount(service(), { bankId: DEMO_BANK_ID });
  const { transactionId } = await service().withdraw(MERCHANT, { accountName: 'Şükrü Çağlayangil' });
  batch = expectData(await post('/v1/payouts', { transactionIds: [transactionId], accountId }));
});
afterAll(() => started.stop());

const post = (path: string, body: Json, as: Credentials = OPERATOR) =>
  service().ask(path, { as, method: 'POST', contentType: 'application/json', body: JSON.stringify(body) });
const download = (options: Parameters<ManualClockService['ask']>[1] = {}) =>
  service().ask(`/v1/payouts/${batch.payoutId}/file/raw`, options);

const storedFile = () =>
  withDatabase(service().databasePath, (db) =>
    db
      .selectFrom('payout_files')
      .selectAll()
      .where('batch_id', '=', String(batch.payoutId))
      .executeTakeFirstOrThrow(),
  );

describe('the file of a batch', () => {
  test('is refused by the envelope before the export', async () => {
    expectInvalid(await download(), 'payoutId');
  });

  test('is the bytes themselves after it, with name, media type and hash', async () => {
    const { contentHash } = batch;
    expectData(await post(`/v1/payouts/${batch.payoutId}/approve`, { contentHash }, ADMIN));
    const file = expectData(await post(`/v1/payouts/${batch.payoutId}/export`, { contentHash }));
    const { status, headers, text } = await download();
    expect(status).toBe(200);
    expect(text).toBe(Buffer.from(file.base64, 'base64').toString());
    expect(headers.get('content-type')).toBe('application/xml');
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${file.name}"`);
    expect(headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
    expect(headers.get('etag')).toBe(`"${file.sha256}"`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('is not sent again to who has it', async () => {
    const etag = (await download()).headers.get('etag') ?? '';
    const { status, text } = await download({ headers: { 'if-none-match': etag } });
    expect({ status, text }).toEqual({ status: 304, text: '' });
    expect((await download({ headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('answers HEAD with its length, and no body', async () => {
    const { text } = await download();
    const head = await download({ method: 'HEAD' });
    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Number(head.headers.get('content-length'))).toBe(Buffer.byteLength(text));
  });

  test.each([
    ['bytes', sql`bytes = ${Buffer.from('<Document/>')}`],
    ['hash', sql`sha256 = 'f'`],
    ['hash of the content', sql`content_hash = 'f'`],
  ])('is given to nobody once somebody has changed its %s in the database', async (_, assignment) => {
    const { payoutId, contentHash, number } = batch;
    const before = await storedFile();
    const set = (change: RawBuilder<unknown>) =>
      withDatabase(service().databasePath, (db) =>
        sql`update payout_files set ${change} where batch_id = ${payoutId}`.execute(db),
      );
    await set(assignment);
    const logged = service().logLines.length;
    const answers = [
      await download(),
      await download({ headers: { 'if-none-match': `"${before.sha256}"` } }),
      await service().ask(`/v1/payouts/${payoutId}/file`),
      await post(`/v1/payouts/${payoutId}/export`, { contentHash }),
    ];
    await set(sql`bytes = ${before.bytes}, sha256 = ${before.sha256}, content_hash = ${before.content_hash}`);
    for (const answer of answers)
      expect(expectFailure(answer, 'error_internal').message).toMatch(
        new RegExp(`file of batch ${number} is not the one.*run bank-transfers verify`),
      );
    expect(service().logLines.slice(logged).join('\n')).toContain(`payout batch ${number}, ${payoutId}`);
    expect((await download()).status).toBe(200);
  });

  test.each(['viewer', 'merchant'] as const)('is not for a %s', async (role) => {
    expectFailure(
      await download({ as: await createClient(service(), { role, name: role }) }),
      'not_authorized',
    );
  });

  test('is not for who has no key', async () => {
    expect((await download({ headers: { appKey: '', sign: '' } })).status).toBe(401);
  });
});
