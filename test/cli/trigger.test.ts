import { expect, test } from 'vitest';
import { MERCHANT } from '../harness.ts';
import { expectOneLine, runCli, runCliProcess } from '../support/cli.ts';
import { startListener } from '../support/listener.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const trigger = (event: string) =>
  runCliProcess(['trigger', event, '--url', service().url], { databasePath: service().databasePath });

test('what trigger brings to an event, listen prints', async () => {
  using listener = await startListener(service(), ['demo-test']);
  for (const [event, status] of [
    ['deposit.expired', 'unsuccessful'],
    ['withdrawal.reversed', 'unsuccessful'],
  ] as const) {
    const { code, stdout } = await trigger(event);
    expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^${event}: .* is ${status}`))]);
    const [, transactionId] = /transaction ([0-9a-f]{24})/.exec(stdout) ?? [];
    expect(await listener.untilPrinted(new RegExp(`${transactionId} of .* is ${status}`))).toContain(
      '"test":true',
    );
  }
});

test('a live key, an unknown key and an unknown event are refused in one line', async () => {
  const at = { databasePath: service().databasePath };
  const live = await runCli(
    ['trigger', 'deposit.successful', '--client', MERCHANT.appKey, '--url', service().url],
    at,
  );
  expect(expectOneLine(live, 2)).toContain('trigger makes tests, with the test key of a merchant');
  const unknown = await runCli(['trigger', 'deposit.successful', '--client', 'nobody'], at);
  expect(expectOneLine(unknown, 1)).toContain('No client has this appKey');
  const other = await runCli(['trigger', 'deposit.lost'], at);
  expect(expectOneLine(other, 2)).toContain('must be one of deposit.successful');
});
