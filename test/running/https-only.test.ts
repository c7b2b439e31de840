import { expect, test } from 'vitest';
import { startTestService, temporaryFolder } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';

const PRODUCTION = { NODE_ENV: 'production', MASTER_KEY: 'ab'.repeat(32) };
const TARGETS = ['/healthz', '/v1/transactions', '/graphql', '/trpc/banks.list', '/unknown'];

const headerOf = async (service: { url: string }, target: string) =>
  (await rawCall(service, { target })).headers.get('strict-transport-security');

test('in production every answer asks browsers to come back over https for a year', async () => {
  using folder = temporaryFolder();
  await using service = await startTestService({ folder: folder.path, env: PRODUCTION });
  for (const target of TARGETS) expect(await headerOf(service, target), target).toBe('max-age=31536000');
});

test('outside production no answer binds localhost to https', async () => {
  await using service = await startTestService();
  for (const target of TARGETS) expect(await headerOf(service, target), target).toBeNull();
});
