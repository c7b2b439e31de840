import { expect, test } from 'vitest';
import { verifyCallback } from '../../src/client/index.ts';
import { call, DEPOSIT, depositFields, OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { openConsole } from '../support/console.ts';
import { createClient } from '../support/entities.ts';
import { passingHolds } from '../support/passing-holds.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const holds = passingHolds();
const service = useService(holds.options);

test('a whole deposit: a merchant creates it, its payer reports it sent, an operator settles it, and both are notified', async () => {
  await using receiver = await startReceiver();
  const merchant = await createClient(service(), { callbackUrl: receiver.url });
  const body = depositFields({ name: 'Ayşe Yılmaz', amount: '1250.5' });
  const deposit = expectData(await call(service(), DEPOSIT, { body, as: merchant }));
  const { page: desk } = await openPage();
  await openConsole(desk, service(), { as: OPERATOR });
  const row = desk.getByRole('row').filter({ hasText: 'Ayşe Yılmaz' });
  await row.getByText('1,250.50', { exact: true }).waitFor();

  const { page: phone } = await openPage({ width: 320 });
  await phone.goto(service().url + new URL(deposit.url).pathname);
  await phone.getByText(deposit.bankAccountIban.replace(/(.{4})(?=.)/g, '$1 ')).waitFor();
  await phone.getByRole('button', { name: 'I have sent the money' }).click();
  await row.getByText('says sent').waitFor();

  await desk.getByRole('button', { name: 'Settle 1,250.50 of Ayşe Yılmaz' }).click();
  await desk.getByLabel('Final amount (TRY)').fill('1250');
  await desk.getByRole('button', { name: 'Settle', exact: true }).click();
  await row.waitFor({ state: 'detached' });
  // Until then the operator can still undo it.
  holds.pass();
  await phone.getByRole('heading', { name: 'Less money arrived than was asked for' }).waitFor();

  const [delivery] = await receiver.arrivals(1);
  const callback = await verifyCallback(delivery!.headers, delivery!.body, merchant.secret);
  expect(callback).toMatchObject({
    type: 'deposit',
    transactionId: deposit.transactionId,
    processId: body.processId,
    status: 'successful',
    amount: 1250,
    sequence: 2,
  });
  expect(receiver.deliveries).toHaveLength(1);
});
