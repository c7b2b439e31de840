import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Json, OPERATOR } from '../harness.ts';
import { openPaymentPage, payerCall } from '../support/payments.ts';
import { type Desk, openDesk } from '../support/reconciliation.ts';
import { expectData } from '../support/responses.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
});

/** A deposit of 500, of which some has come with its reference. */
async function receivePart(amountMinor: number) {
  const { transactionId, reference, url } = await desk.deposit();
  const path = new URL(url).pathname;
  const [line] = await desk.receive({ amountMinor, name: 'TEST USER', text: reference });
  return { transactionId, reference, path, lineId: line?.lineId as string };
}

async function paymentAt(path: string): Promise<Json> {
  const { json } = await payerCall(desk.service, 'payments.get', { token: path.slice('/pay/'.length) });
  return json.result.data.data;
}

describe('a payer of whose money a part has come', () => {
  test('sees what has come, and the rest as the amount to send', async () => {
    const { path } = await receivePart(40_025);
    expect(await paymentAt(path)).toMatchObject({
      status: 'pending',
      amount: 500,
      partlyPaid: { received: 400.25, missing: 99.75 },
    });
    const { text } = await openPaymentPage(desk.service, `${path}?lang=en`);
    expect(text).toContain('Part of the money has arrived');
    expect(text).toContain('data-copy="99.75"');
    expect(text).not.toContain('data-copy="500"');
  });

  test('cannot cancel on the page, because the money would belong to nothing', async () => {
    const { path } = await receivePart(10_000);
    const { text } = await openPaymentPage(desk.service, `${path}?lang=en`);
    expect(text).not.toContain('Cancel payment');
    expect(text).toContain('I have sent the money');
  });

  test('still sees the account after saying that the rest is sent', async () => {
    const { path } = await receivePart(10_000);
    await payerCall(desk.service, 'payments.markSent', { token: path.slice('/pay/'.length), method: 'POST' });
    const { text } = await openPaymentPage(desk.service, `${path}?lang=en`);
    expect(text).toContain('data-copy="400"');
    expect(text).not.toContain('value="sent"');
  });

  test('is told so once the rest has come, is asked for nothing more, and cannot cancel', async () => {
    const { path, reference } = await receivePart(40_000);
    await desk.receive({ amountMinor: 10_000, name: 'TEST USER', text: reference });
    expect((await paymentAt(path)).partlyPaid).toEqual({ received: 500, missing: 0 });
    const { text } = await openPaymentPage(desk.service, `${path}?lang=en`);
    expect(text).toContain('Your money has arrived');
    expect(text).not.toContain('data-copy="500"');
    const token = path.slice('/pay/'.length);
    const cancelled = await payerCall(desk.service, 'payments.cancel', { token, method: 'POST' });
    expect(cancelled.json.error.message).toContain('Money has already come');
  });

  test("does not see money that may be somebody else's", async () => {
    const { reference, url } = await desk.deposit();
    await desk.receive({ amountMinor: 10_000, name: 'SOMEBODY ELSE', text: reference });
    expect((await paymentAt(new URL(url).pathname)).partlyPaid).toBeNull();
  });

  test('does not see several payments of somebody else in one statement', async () => {
    const { reference, url } = await desk.deposit();
    const strange = { name: 'SOMEBODY ELSE', text: reference };
    await desk.receive({ ...strange, amountMinor: 30_000 }, { ...strange, amountMinor: 20_000 });
    expect((await paymentAt(new URL(url).pathname)).partlyPaid).toBeNull();
  });

  test('does not see several payments of which the bank names no payer', async () => {
    const { reference, url } = await desk.deposit();
    await desk.receive(
      { amountMinor: 30_000, text: reference },
      { amountMinor: 20_000, text: `${reference} 2` },
    );
    expect((await paymentAt(new URL(url).pathname)).partlyPaid).toBeNull();
  });

  test('has paid once the desk confirms both together', async () => {
    const { transactionId, reference, path, lineId } = await receivePart(40_000);
    const [rest] = await desk.receive({ amountMinor: 10_000, name: 'TEST USER', text: reference });
    const answer = await desk.service.ask('/v1/statement-lines/confirm', {
      as: OPERATOR,
      json: { lineIds: [lineId, rest?.lineId], transactionId, sequence: 1 },
    });
    expectData(answer);
    expect(await paymentAt(path)).toMatchObject({ outcome: 'successful', amount: 500, partlyPaid: null });
  });

  test('is asked for the whole amount again when the desk has put the money away', async () => {
    const { path, lineId } = await receivePart(10_000);
    expectData(await desk.decide('put-away', lineId, { note: 'Sent back by hand' }));
    expect((await paymentAt(path)).partlyPaid).toBeNull();
  });
});
