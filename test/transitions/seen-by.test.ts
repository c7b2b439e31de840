import { expect, test } from 'vitest';
import { type Credentials, type Json, OPERATOR } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { readAudit } from '../support/audit.ts';
import type { TestClient } from '../support/entities.ts';
import { type ManualClockService, startWithoutTimers } from '../support/manual-clock-service.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { expectData, expectInvalid } from '../support/responses.ts';

const WORDS = 'The <name> does not match & more';

/** Everything that somebody outside the desk, or the desk, is told of one rejected deposit. */
interface Told {
  readonly callback: Json;
  readonly detail: Json;
  readonly listed: Json;
  readonly feed: Json;
  readonly page: string;
  readonly history: Json;
  readonly audited: Json;
}

async function rejectAndRead(
  service: ManualClockService,
  { merchant, receiver }: { readonly merchant: TestClient; readonly receiver: Receiver },
  fields: Readonly<Record<string, string>>,
): Promise<Told> {
  const userId = `user-${receiver.deliveries.length}`;
  const { transactionId, url } = await service.deposit(merchant, { userId });
  await service.transition('reject', transactionId, { fields: { sequence: '1', ...fields } });
  await service.callbackWorker.idle();
  const ask = async (target: string, as: Credentials) => expectData(await service.ask(target, { as }));
  const events = `/v1/events?transactionId=${transactionId}`;
  const page = await fetch(service.url + new URL(url).pathname);
  return {
    callback: JSON.parse(receiver.deliveries.at(-1)!.body),
    detail: await ask(`/v1/transactions/${transactionId}`, merchant),
    listed: (await ask(`/v1/transactions?userId=${encodeURIComponent(userId)}`, merchant)).items[0],
    feed: (await ask(events, merchant)).items[0],
    page: await page.text(),
    history: (await ask(events, OPERATOR)).items[0],
    audited: JSON.parse((await readAudit(service.databasePath)).at(-1)!.after_json!),
  };
}

async function start() {
  const receiver = await startReceiver();
  const service = await startWithoutTimers();
  const merchant = await service.merchantOf(receiver);
  return {
    receiver,
    service,
    merchant,
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const reasons = ({ callback, detail, listed, feed }: Told) =>
  [callback, detail, listed, feed].map(({ statusReason }) => statusReason);

test('a reason that nobody is told stands in the history, and nowhere else', async () => {
  await using parts = await start();
  const told = await rejectAndRead(parts.service, parts, { reason: WORDS, seenBy: 'nobody' });
  expect(reasons(told)).toEqual(Array(4).fill('rejected_by_operator'));
  for (const outside of [told.callback, told.detail, told.listed, told.feed]) {
    expect(JSON.stringify(outside)).not.toContain('does not match');
    expect(outside).not.toHaveProperty('internalReason');
    expect(outside).not.toHaveProperty('seenBy');
  }
  expect(told.page).not.toContain('does not match');
  expect(told.history).toMatchObject({
    statusReason: 'rejected_by_operator',
    internalReason: WORDS,
    seenBy: 'nobody',
  });
  expect(told.audited).toMatchObject({ statusReason: 'rejected_by_operator', seenBy: 'nobody' });
  expect(JSON.stringify(told.audited)).not.toContain('does not match');
  await expectAgreement(parts.service.databasePath);
});

test('a reason for the merchant is in its callback, details, list and feed, and not on the payment page', async () => {
  await using parts = await start();
  for (const seenBy of [{ seenBy: 'merchant' }, {}]) {
    const told = await rejectAndRead(parts.service, parts, { reason: WORDS, ...seenBy } as Record<
      string,
      string
    >);
    expect(reasons(told)).toEqual(Array(4).fill(WORDS));
    expect(told.page).not.toContain('does not match');
    expect(told.history).toMatchObject({ statusReason: WORDS, internalReason: null });
  }
  await expectAgreement(parts.service.databasePath);
});

test('a reason for the payer also stands on the payment page, as text', async () => {
  await using parts = await start();
  const told = await rejectAndRead(parts.service, parts, { reason: WORDS, seenBy: 'payer' });
  expect(reasons(told)).toEqual(Array(4).fill(WORDS));
  expect(told.page).toContain('The &lt;name&gt; does not match &amp; more');
});

test('every transition that takes a reason keeps to who is told it', async () => {
  await using parts = await start();
  const { service, merchant } = parts;
  const { transactionId } = await service.withdraw(merchant);
  const fields = (sequence: number) => ({ sequence: String(sequence), reason: WORDS, seenBy: 'nobody' });
  const settled = await service.transition('settle', transactionId, { fields: fields(1) });
  const reversed = await service.transition('reverse', transactionId, { fields: fields(2) });
  const corrected = await service.transition('correct', transactionId, { fields: fields(3) });
  expect([settled, reversed, corrected].map(({ statusReason }) => statusReason)).toEqual([
    null,
    'reversed',
    null,
  ]);
  const { transactionId: other } = await service.withdraw(merchant);
  const cancelled = await service.transition('cancel', other, { fields: fields(1) });
  expect(cancelled.statusReason).toBe('cancelled_by_client');
  for (const { event } of [...(await service.events(transactionId)), ...(await service.events(other))])
    expect(event).toMatchObject({ internalReason: WORDS, seenBy: 'nobody' });
  await expectAgreement(service.databasePath);
});

test('a cancel with the words of an operator is still cancelled for the payer, and repeats for the client', async () => {
  await using parts = await start();
  const { service, merchant } = parts;
  const { transactionId, url } = await service.deposit(merchant);
  const fields = { sequence: '1', reason: WORDS, seenBy: 'merchant' };
  await service.transition('cancel', transactionId, { fields });
  const page = await (await fetch(service.url + new URL(url).pathname)).text();
  expect(page).toContain('class="outcome cancelled"');
  const repeated = await service.transition('cancel', transactionId, { as: merchant });
  expect(repeated).toMatchObject({ statusReason: WORDS, sequence: 2 });
});

test('who is told needs a reason, and is one of three; a merchant gives neither', async () => {
  await using parts = await start();
  const { service, merchant } = parts;
  const { transactionId } = await service.deposit(merchant);
  const ask = (verb: string, body: Json, as: Credentials = OPERATOR) =>
    service.ask(`/v1/transactions/${transactionId}/${verb}`, { as, body });
  expectInvalid(await ask('reject', { sequence: '1', seenBy: 'nobody' }), 'seenBy');
  expectInvalid(await ask('reject', { sequence: '1', reason: WORDS, seenBy: 'everybody' }), 'seenBy');
  expectInvalid(await ask('cancel', { reason: WORDS }, merchant), 'reason');
  expectInvalid(await ask('cancel', { reason: WORDS, seenBy: 'nobody' }, merchant), 'reason');
  expectInvalid(await ask('cancel', { sequence: '1', seenBy: 'nobody' }), 'seenBy');
  expect(await service.events(transactionId)).toEqual([]);
});
