import { expect, test } from 'vitest';
import { ADMIN, createClock, hmac, type Json } from '../harness.ts';
import {
  type ManualClockService,
  MINUTE_MS,
  startManualClockService,
} from '../support/manual-clock-service.ts';
import { expectDescribedCallback } from '../support/openapi.ts';
import { type Delivery, type Receiver, startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { verifyDelivery } from '../support/signed-callback.ts';

/** The library compares timestamps with the clock of the machine. */
const start = () => startManualClockService({ clock: createClock(Date.now()) });

const HEAD = ['hash', 'transactionId', 'bankId', 'bank', 'amount', 'type'];
const TAIL = [
  'status',
  'statusReason',
  'name',
  'userName',
  'userId',
  'processId',
  'convertedName',
  'eventId',
  'sequence',
  'occurredAt',
];

/** The deliveries after the first `known`, once nothing more is due. */
async function delivered(
  service: ManualClockService,
  receiver: Receiver,
  known = 0,
): Promise<readonly Delivery[]> {
  await service.callbackWorker.idle();
  return receiver.deliveries.slice(known);
}

/** Reads a callback, which is as the OpenAPI document says. */
function read({ body }: Delivery): Json {
  expectDescribedCallback(body);
  return JSON.parse(body);
}

test('the callback of a deposit has the keys of the create response in order, and the hash over the final amount', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const merchant = await service.merchantOf(receiver);
  const created = await service.deposit(merchant, { name: 'Şükrü Çağlayan', amount: '500' });
  const { transactionId, bankId, url: _, ...same } = created;
  await service.transition('settle', transactionId, {
    fields: { sequence: '1', finalAmount: '480.5', reason: 'came short' },
  });
  const [delivery, ...more] = await delivered(service, receiver);
  expect(more).toEqual([]);
  const body = read(delivery!);
  expect(Object.keys(body)).toEqual([...HEAD, 'bankAccountName', 'bankAccountIban', ...TAIL]);
  expect(body).toEqual({
    ...same,
    transactionId,
    bankId,
    hash: hmac(merchant.secret, `${transactionId}${bankId}480.5`),
    amount: 480.5,
    status: 'successful',
    statusReason: 'came short',
    eventId: delivery!.headers['webhook-id'],
    sequence: 2,
    occurredAt: new Date(service.clock.nowMs()).toISOString(),
  });
  expect(delivery!.target).toBe('/callbacks');
  expect(delivery!.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^bank-transfers\/\d+\.\d+\.\d+$/),
    'webhook-timestamp': String(Math.floor(service.clock.nowMs() / 1000)),
  });
});

test('each transition of a withdrawal has one callback, with its account and its state right after the transition', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const merchant = await service.merchantOf(receiver);
  const { transactionId, bankId, accountName, iban } = await service.withdraw(merchant, { amount: '77' });
  let release = () => {};
  receiver.respondWith((_request, response) => {
    release = () => response.writeHead(204).end();
  });
  await service.transition('settle', transactionId, { fields: { sequence: '1', finalAmount: '70' } });
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'sent back' } });
  await service.transition('correct', transactionId, {
    fields: { sequence: '3', finalAmount: '75', reason: 'it came' },
  });
  // Two are sent after all three transitions. Each must still show the state of its own.
  expect(await receiver.arrivals(1)).toHaveLength(1);
  receiver.respondWith(status(204));
  release();
  const bodies = (await delivered(service, receiver)).map(read);
  expect(Object.keys(bodies[0])).toEqual([...HEAD, 'accountName', 'iban', ...TAIL]);
  const common = { transactionId, accountName, iban, type: 'withdrawal' };
  const expected = [
    { status: 'successful', statusReason: null, amount: 70, sequence: 2 },
    { status: 'unsuccessful', statusReason: 'sent back', amount: 70, sequence: 3 },
    { status: 'successful', statusReason: 'it came', amount: 75, sequence: 4 },
  ];
  expect(bodies).toMatchObject(expected.map((one) => ({ ...common, ...one })));
  for (const { hash, amount } of bodies)
    expect(hash).toBe(hmac(merchant.secret, `${transactionId}${bankId}${amount}`));
});

test('a creation has no callback', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const merchant = await service.merchantOf(receiver);
  await service.deposit(merchant);
  await service.withdraw(merchant);
  expect(await delivered(service, receiver)).toEqual([]);
});

test('a client without a callbackUrl gets no callbacks, and its events show none', async () => {
  await using service = await start();
  const merchant = await service.merchantOf(undefined);
  const { transactionId } = await service.withdraw(merchant);
  await service.transition('cancel', transactionId, { as: merchant });
  await service.callbackWorker.idle();
  const { items } = expectData(await service.ask('/v1/events', { as: merchant }));
  expect(items).toMatchObject([{ transactionId, callback: null, callbackDueInSeconds: null }]);
  const attempts = expectData(await service.ask('/v1/callback-attempts', { as: merchant }));
  expect(attempts.items).toEqual([]);
});

/** Every way to change one character of a text. */
function* flips(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 1)
    yield text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ 1) + text.slice(at + 1);
}

test('the official library accepts every callback, and refuses each with any one byte flipped', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const merchant = await service.merchantOf(receiver);
  const deposit = await service.deposit(merchant, { name: '李雷 "x"', processId: 'ü/ö?&=+%#' });
  await service.transition('settle', deposit.transactionId, { fields: { sequence: '1' } });
  await service.transition('reverse', deposit.transactionId, { fields: { sequence: '2', reason: 'ü 😀' } });
  const withdrawal = await service.withdraw(merchant);
  await service.transition('cancel', withdrawal.transactionId, { as: merchant });
  const deliveries = await delivered(service, receiver);
  expect(deliveries).toHaveLength(3);
  let refused = 0;
  for (const delivery of deliveries) {
    const { body, headers } = delivery;
    expect(verifyDelivery(merchant.secret, delivery)).toEqual(read(delivery));
    expect(() => verifyDelivery('another-secret', delivery)).toThrow('No matching signature');
    const forged = [...flips(body)].map((flipped) => ({ body: flipped, headers }));
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      for (const value of flips(String(headers[name])))
        forged.push({ body, headers: { ...headers, [name]: value } });
    for (const one of forged) expect(() => verifyDelivery(merchant.secret, one), one.body).toThrow();
    refused += forged.length;
  }
  expect(refused).toBeGreaterThan(1200);
});

test('the official library refuses a callback with an old or a future timestamp', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const merchant = await service.merchantOf(receiver);
  const { transactionId } = await service.withdraw(merchant);
  service.clock.jump(-6 * MINUTE_MS);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  const [late] = await delivered(service, receiver);
  expect(() => verifyDelivery(merchant.secret, late!)).toThrow('too old');
  service.clock.jump(12 * MINUTE_MS);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  const [early] = await delivered(service, receiver, 1);
  expect(() => verifyDelivery(merchant.secret, early!)).toThrow('too new');
});

test('while a secret is rotated both verify, and after the grace period only the new one does', async () => {
  await using receiver = await startReceiver();
  await using service = await start();
  const old = await service.merchantOf(receiver);
  const { transactionId, bankId } = await service.withdraw(old);
  const query = `mutation { rotateSecret(input: { appKey: "${old.appKey}", graceSeconds: 60 }) { secret } }`;
  const rotation = { as: ADMIN, body: JSON.stringify({ query }), contentType: 'application/json' };
  const { secret } = (await service.ask('/graphql', rotation)).json.data.rotateSecret;
  const signatures = ({ headers }: Delivery) => String(headers['webhook-signature']).split(' ');

  service.clock.advance(MINUTE_MS - 1);
  await service.transition('settle', transactionId, { fields: { sequence: '1' } });
  const [during] = await delivered(service, receiver);
  for (const one of [old.secret, secret]) expect(verifyDelivery(one, during!)).toEqual(read(during!));
  expect(signatures(during!)).toHaveLength(2);

  service.clock.advance(1);
  await service.transition('reverse', transactionId, { fields: { sequence: '2', reason: 'x' } });
  const [after] = await delivered(service, receiver, 1);
  expect(verifyDelivery(secret, after!)).toEqual(read(after!));
  expect(() => verifyDelivery(old.secret, after!)).toThrow('No matching signature');
  expect(signatures(after!)).toHaveLength(1);
  for (const delivery of [during!, after!])
    expect(read(delivery).hash).toBe(hmac(secret, `${transactionId}${bankId}500`));
});
