import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Credentials, DEMO_BANK_ID, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

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
