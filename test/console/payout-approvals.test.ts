import { test } from 'vitest';
import { ADMIN, call, MERCHANT, OPERATOR, WITHDRAW, withdrawalFields } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { expectData } from '../support/responses.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useConsole();
const startOwn = useOwnServices();

test('an approval whose key was disabled is shown as one that no longer counts, and the batch waits for another one', async () => {
  const service = await startOwn();
  const approver = await createClient(service, { role: 'operator', name: 'Grace' });
  const post = async (path: string, body: object, as = OPERATOR) =>
    expectData(
      await call(service, path, {
        as,
        method: 'POST',
        sign: 'timed',
        contentType: 'application/json',
        body: JSON.stringify(body),
      }),
    );
  const { transactionId } = expectData(
    await call(service, WITHDRAW, { as: MERCHANT, body: withdrawalFields() }),
  );
  const [account] = await service.dependencies.db.read('listEveryAccount');
  const { payoutId, contentHash } = await post('/v1/payouts', {
    transactionIds: [transactionId],
    accountId: account?.id,
  });
  await post(`/v1/payouts/${payoutId}/approve`, { contentHash }, approver);
  await service.dependencies.clients.update(approver.appKey, { disabledAtMs: 1 });

  const { page } = await openPage();
  await openConsole(page, service, { as: ADMIN, path: 'payouts' });
  const waiting = page.getByRole('region', { name: 'Waits for you' });
  await waiting.getByText('to approve').waitFor();
  await waiting.getByRole('link', { name: /^Batch/ }).click();
  await page.getByText('no longer counts: the key may not approve now').waitFor();
  await page.getByText('0 of 1').waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByText('1 of 1').waitFor();
});
