import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { ADMIN, type Json } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import type { ManualClockService } from '../support/manual-clock-service.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';

const { service, prepared, decide, withdraw, change } = usePayouts();

describe('download', () => {
  let batch: Json;

  beforeAll(async () => {
    batch = await prepared(await withdraw(1, { accountName: 'Şükrü Çağlayangil' }));
  });

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
      expectData(await decide('approve', batch, ADMIN));
      const file = expectData(await decide('export', batch));
      const { status, headers, text } = await download();
      expect(status).toBe(200);
      expect(text).toBe(Buffer.from(file.base64, 'base64').toString());
      expect(headers.get('content-type')).toBe('application/xml');
      expect(headers.get('content-disposition')).toBe(`attachment; filename="${file.name}"`);
      expect(headers.get('etag')).toBe(`"${createHash('sha256').update(text).digest('hex')}"`);
      expect(headers.get('etag')).toBe(`"${file.sha256}"`);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    test('is not sent again to a client that has it', async () => {
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
      const { payoutId, number } = batch;
      const before = await storedFile();
      const set = (to: RawBuilder<unknown>) =>
        change(sql`update payout_files set ${to} where batch_id = ${payoutId}`);
      await set(assignment);
      const logged = service().logLines.length;
      const answers = [
        await download(),
        await download({ headers: { 'if-none-match': `"${before.sha256}"` } }),
        await service().ask(`/v1/payouts/${payoutId}/file`),
        await decide('export', batch),
      ];
      await set(
        sql`bytes = ${before.bytes}, sha256 = ${before.sha256}, content_hash = ${before.content_hash}`,
      );
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

    test('is not for a caller without a key', async () => {
      expect((await download({ headers: { appKey: '', sign: '' } })).status).toBe(401);
    });
  });
});
