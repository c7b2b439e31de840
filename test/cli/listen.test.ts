import { describe, expect, test } from 'vitest';
import { verifyCallback } from '../../src/client/index.ts';
import { call, DEPOSIT, depositFields, MERCHANT, OPERATOR } from '../harness.ts';
import { expectOneLine, runCli } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { startListener } from '../support/listener.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

async function settleOne(): Promise<string> {
  const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const settle = { method: 'POST', sign: 'timed', as: OPERATOR, body: { sequence: '1' } } as const;
  expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
  return transactionId;
}

describe('listen', () => {
  test('prints the callbacks of a client and forwards them with the secret that the database has', async () => {
    await using receiver = await startReceiver();
    using listener = await startListener(service(), [MERCHANT.appKey, '--forward', receiver.url]);
    const transactionId = await settleOne();
    const [sent] = await receiver.arrivals(1);
    const callback = await verifyCallback(sent!.headers, sent!.body, MERCHANT.secret);
    expect(callback).toMatchObject({ transactionId, status: 'successful' });
    expect(await listener.untilPrinted(/→ 204/)).toContain(`deposit ${transactionId} of `);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'ends well by %s, and has changed nothing',
    async (signal) => {
      const { clients } = service().dependencies;
      const before = await clients.findByAppKey(MERCHANT.appKey);
      using listener = await startListener(service(), [MERCHANT.appKey]);
      expect(await listener.end(signal)).toMatchObject({ code: 0 });
      expect((await clients.findByAppKey(MERCHANT.appKey))?.callbackUrl).toBe(before?.callbackUrl);
    },
  );

  test('refuses in one line an unknown client, a key of the desk, a status and a service that is away', async () => {
    const { databasePath, url } = service();
    const run = (...words: string[]) => runCli(['listen', ...words], { databasePath });
    expect(expectOneLine(await run('nobody'), 1)).toContain('No client has this appKey');
    const desk = await run(OPERATOR.appKey, '--url', url);
    expect(expectOneLine(desk, 2)).toContain('use the key of a merchant');
    const status = await run(MERCHANT.appKey, '--url', url, '--status', 'lost');
    expect(expectOneLine(status, 2)).toContain('--status must be of pending, successful, unsuccessful');
    const away = await run(MERCHANT.appKey, '--url', `http://127.0.0.1:${await freePort()}`);
    expect(expectOneLine(away, 2)).toContain('Start the service, or name the one that runs with --url');
  });
});
