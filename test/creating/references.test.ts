import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isReference } from '../../src/domain/reference.ts';
import { MERCHANT, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import {
  startManualClockService,
  startWithoutTimers,
  storeDeposits,
} from '../support/manual-clock-service.ts';
import { startReceiver } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { withDatabase } from '../support/rows-of.ts';
import { onPostgres } from '../support/test-database.ts';

test('a deposit has a reference in its details, in lists, in the feed and on the payment page', async () => {
  await using service = await startManualClockService();
  await using receiver = await startReceiver();
  const merchant = await service.merchantOf(receiver);
  const created = await service.deposit(merchant);
  // The answer of the specification has the fields that it had.
  expect(created).not.toHaveProperty('reference');
  const target = `/v1/transactions/${created.transactionId}`;
  const { reference } = expectData(await service.ask(target));
  expect(isReference(reference)).toBe(true);
  expect(expectData(await service.ask(target, { as: merchant })).reference).toBe(reference);
  const { items } = expectData(await service.ask('/v1/transactions', { as: merchant }));
  expect(items).toEqual([expect.objectContaining({ reference })]);
  const token = created.url.split('/').at(-1);
  const page = await fetch(`${service.url}/trpc/payments.get`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await page.text()).toContain(reference);

  await service.transition('settle', created.transactionId, { fields: { sequence: '1' } });
  await service.callbackWorker.idle();
  const feed = expectData(await service.ask('/v1/events', { as: merchant }));
  expect(feed.items).toEqual([expect.objectContaining({ reference, change: 'settle' })]);
  const [callback] = receiver.deliveries;
  expect(JSON.parse(callback?.body ?? '')).not.toHaveProperty('reference');
});

test('a withdrawal has none', async () => {
  await using service = await startManualClockService();
  const { transactionId } = await service.withdraw(MERCHANT);
  expect(expectData(await service.ask(`/v1/transactions/${transactionId}`))).not.toHaveProperty('reference');
});

test('with CURRENCY=EUR it is a creditor reference of ISO 11649', async () => {
  await using service = await startManualClockService({ env: { CURRENCY: 'EUR' } });
  const { transactionId } = await service.deposit(MERCHANT);
  const { reference } = expectData(await service.ask(`/v1/transactions/${transactionId}`));
  expect(reference).toMatch(/^RF\d\d.{8}$/);
  expect(isReference(reference)).toBe(true);
});

/** Randomness that draws the same reference every time. Other random values differ. */
function sameReferences() {
  let calls = 0;
  return (bytes: Buffer): Buffer => {
    calls += 1;
    // The pool of references is filled in one call for this many bytes.
    return bytes.length === 4080 ? bytes.fill(7) : bytes.fill(calls % 251);
  };
}

test('deposits that draw the same reference get different ones, in one commit and one after another', async () => {
  using folder = temporaryFolder();
  await using service = await startWithoutTimers({
    folder: folder.path,
    platform: { randomFill: sameReferences() },
  });
  const merchant = await service.merchantOf(undefined);
  const together = await storeDeposits(service, merchant, 3);
  const other = await service.merchantOf(undefined);
  const later = [await service.deposit(other), await service.deposit(other)].map((one) => one.transactionId);
  const references = async () =>
    (await service.dependencies.transactions.findByIds([...together, ...later])).map((transaction) =>
      transaction.type === 'deposit' ? transaction.reference : null,
    );
  const drawn = await references();
  expect(new Set(drawn).size).toBe(5);
  for (const reference of drawn) expect(isReference(reference ?? '')).toBe(true);

  // A deposit that has ended keeps its reference, and another one may have it too.
  const first = expectData(await service.ask(`/v1/transactions/${together[0]}`));
  await service.transition('reject', first.transactionId, { fields: { sequence: '1' } });
  const next = expectData(
    await service.ask(`/v1/transactions/${(await service.deposit(other)).transactionId}`),
  );
  expect(drawn).toContain(next.reference);
  expect(expectData(await service.ask(`/v1/transactions/${first.transactionId}`)).reference).toBe(
    first.reference,
  );
  await expectAgreement(service.databasePath);
});

test('the database refuses two open deposits of one reference', async () => {
  await using service = await startWithoutTimers();
  await service.deposit(MERCHANT);
  await service.deposit(MERCHANT);
  // Over the partitions of PostgreSQL a table of their own keeps them apart.
  const table = sql.table(onPostgres ? 'open_references' : 'transactions');
  const merge = withDatabase(service.databasePath, (db) =>
    sql`update ${table} set reference = (select min(reference) from ${table})`.execute(db),
  );
  await expect(merge).rejects.toThrow(/unique/i);
});
