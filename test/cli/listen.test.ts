import { expect, test } from 'vitest';
import { call, DEPOSIT, depositFields, MERCHANT, OPERATOR } from '../harness.ts';
import { openTestContext } from '../support/app-context.ts';
import { cliJson, expectOneLine, runCli } from '../support/cli.ts';
import { startListener } from '../support/listener.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const listen = () => startListener(service().databasePath, MERCHANT.appKey);

async function settleOne(): Promise<string> {
  const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const settle = { method: 'POST', sign: 'timed', as: OPERATOR, body: { sequence: '1' } } as const;
  expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
  return transactionId;
}

test('the callbacks of a client are verified and printed, and its callbackUrl is restored at the end', async () => {
  using listener = await listen();
  const transactionId = await settleOne();
  const printed = await listener.untilPrinted(/"occurredAt"/);
  expect(printed).toContain(`deposit ${transactionId} is successful; the signature is good`);
  await service().callbackWorker.idle();
  const { items } = await cliJson(service().databasePath, 'callbacks', 'attempts');
  expect(items[0]).toMatchObject({ transactionId, status: 204 });
  expect(await listener.end()).toMatchObject({ code: 0 });
  const client = await service().dependencies.clients.findByAppKey(MERCHANT.appKey);
  expect(client?.callbackUrl).toBeNull();
});

test.each(['SIGTERM', 'SIGHUP'] as const)('%s restores the callbackUrl too', async (signal) => {
  using listener = await listen();
  expect(await listener.end(signal)).toMatchObject({ code: 0 });
  const client = await service().dependencies.clients.findByAppKey(MERCHANT.appKey);
  expect(client?.callbackUrl).toBeNull();
});

test('a callbackUrl that was set meanwhile stays, and that is said', async () => {
  using listener = await listen();
  const callbackUrl = 'http://127.0.0.1:9/other';
  const { clients } = service().dependencies;
  await clients.update(MERCHANT.appKey, { callbackUrl });
  const { output } = await listener.end();
  expect(output).toContain('where somebody has set them to meanwhile');
  expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBe(callbackUrl);
  await clients.update(MERCHANT.appKey, { callbackUrl: null });
});

test('a second listen for a client is refused while the first one listens, which goes on', async () => {
  const { clients } = service().dependencies;
  await clients.update(MERCHANT.appKey, { callbackUrl: 'http://127.0.0.1:9/own' });
  using listener = await listen();
  const second = await runCli(['listen', MERCHANT.appKey], { databasePath: service().databasePath });
  expect(expectOneLine(second, 2)).toContain(
    `Another listen already receives the callbacks of ${MERCHANT.appKey}, at ${listener.url}.`,
  );
  const transactionId = await settleOne();
  expect(await listener.untilPrinted(/"occurredAt"/)).toContain(`deposit ${transactionId} is successful`);
  const { output } = await listener.end();
  expect(output).toContain('to the same URL as before');
  expect(output).not.toContain('HEAD');
  expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBe('http://127.0.0.1:9/own');
  await clients.update(MERCHANT.appKey, { callbackUrl: null });
});

test('after a listen that was killed the next one listens, and leaves no URL behind', async () => {
  using killed = await listen();
  await killed.kill();
  const { clients } = service().dependencies;
  expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBe(killed.url);
  using listener = await listen();
  expect(listener.started).toContain('An earlier listen was killed');
  expect((await listener.end()).output).toContain('nowhere again');
  expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBeNull();
});

test('a URL of an earlier version that is refused now is not set again, and that is said', async () => {
  const { clients } = service().dependencies;
  await clients.update(MERCHANT.appKey, { callbackUrl: 'http://10.0.0.1/' });
  using listener = await listen();
  const { output } = await listener.end();
  expect(output).toContain('nowhere: their URL before is refused now. callbackUrl must not lead to 10.0.0.1');
  expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBeNull();
});

test('a request that is no callback of the service is refused and printed', async () => {
  using listener = await listen();
  const forged = await fetch(listener.url, {
    method: 'POST',
    headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{"type":"deposit"}',
  });
  expect(forged.status).toBe(400);
  expect((await fetch(listener.url)).status).toBe(405);
  const tooLong = await fetch(listener.url, { method: 'POST', body: 'x'.repeat(65 * 1024) });
  expect(tooLong.status).toBe(413);
  await listener.untilPrinted(/refused with 413/);
  expect(await listener.untilPrinted(/refused with 405/)).toContain('refused with 400: No signature matches');
});

test('in production it is refused, and says where callbacks go', async () => {
  const env = { NODE_ENV: 'production', MASTER_KEY: 'ab'.repeat(32), PUBLIC_URL: 'https://pay.example.com' };
  await using own = await openTestContext({ env });
  const run = await runCli(['listen', 'acme-shop'], { databasePath: own.databasePath, env });
  expect(expectOneLine(run, 2)).toContain('listen is for development');
});

test('an unknown client is refused in one line', async () => {
  const run = await runCli(['listen', 'nobody'], { databasePath: service().databasePath });
  expect(expectOneLine(run, 1)).toContain('No client has this appKey');
});

test('a port that is taken is named, with what takes a free one', async () => {
  const { port } = new URL(service().url);
  const words = ['listen', MERCHANT.appKey, '--port', port];
  const run = await runCli(words, { databasePath: service().databasePath });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(`Port ${port} of 127.0.0.1 is in use. Give --port another one`);
});
