import { expect, test } from 'vitest';
import {
  DEPOSIT,
  depositFields,
  type MERCHANT,
  startTestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { createClient, type TestClient } from '../support/entities.ts';
import { createInOneGroup, ONE_GROUP_AT_ONCE } from '../support/grouped-creates.ts';
import { DAY_MS, neverSchedule, startManualClockService } from '../support/manual-clock-service.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const MOST = 3;

/** A service on which a client may have three open deposits, and a client of it. */
async function start(
  folder: string,
  env: Record<string, string> = { MAX_OPEN_DEPOSITS_PER_CLIENT: `${MOST}` },
) {
  const service = await startManualClockService({
    folder,
    env: { DEPOSIT_TTL: '3d', ...env },
    platform: { schedule: neverSchedule },
  });
  const send = (as: TestClient | typeof MERCHANT, fields: Record<string, string>) =>
    service.ask(DEPOSIT, { as, body: fields });
  return { service, send, client: await createClient(service), [Symbol.asyncDispose]: () => service.stop() };
}

test('a client with the most open deposits gets no further one, until one of them has ended', async () => {
  using folder = temporaryFolder();
  await using limited = await start(folder.path);
  const { service, send, client } = limited;
  const fields = Array.from({ length: MOST }, () => depositFields());
  const ids: string[] = [];
  for (const one of fields) ids.push(expectData(await send(client, one)).transactionId);
  const next = depositFields();
  const refused = await send(client, next);
  const { message } = expectFailure(refused, 'error_rate_limited');
  expect(message).toContain(`${MOST} deposits`);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

  // A request for a known deposit is answered as ever.
  expect(expectData(await send(client, fields[0] ?? {}))).toMatchObject({
    transactionId: ids[0],
    alreadyPending: true,
  });
  const sameUser = depositFields({ userId: fields[1]?.userId ?? '' });
  expect(expectData(await send(client, sameUser))).toMatchObject({
    transactionId: ids[1],
    alreadyPending: true,
  });
  expectData(await service.ask(WITHDRAW, { as: client, body: withdrawalFields() }));
  expectData(await send(await createClient(service), depositFields()));

  const ends = [
    () => service.transition('settle', ids[0] ?? '', { fields: { sequence: '1' } }),
    () => service.transition('reject', ids[1] ?? '', { fields: { sequence: '1' } }),
    () => service.transition('cancel', ids[2] ?? '', { as: client }),
  ];
  for (const end of ends) {
    await end();
    expectData(await send(client, next));
    expectFailure(await send(client, depositFields()), 'error_rate_limited');
    Object.assign(next, depositFields());
  }
  // A reversed or corrected deposit is not open.
  await service.transition('reverse', ids[0] ?? '', { fields: { sequence: '2', reason: 'recalled' } });
  await service.transition('correct', ids[1] ?? '', { fields: { sequence: '2', reason: 'late' } });
  expectFailure(await send(client, depositFields()), 'error_rate_limited');
  await expectAgreement(service.databasePath);
});

test('deposits of one commit count for each other', async () => {
  await using service = await startTestService({
    ...ONE_GROUP_AT_ONCE,
    env: { ...ONE_GROUP_AT_ONCE.env, MAX_OPEN_DEPOSITS_PER_CLIENT: `${MOST}` },
  });
  const answers = await createInOneGroup(
    service,
    Array.from({ length: MOST + 2 }, () => ({ target: DEPOSIT, fields: depositFields() })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
});

test('deposits of earlier days count while they are open', async () => {
  using folder = temporaryFolder();
  await using limited = await start(folder.path);
  const { service, send, client } = limited;
  for (let day = 0; day < MOST; day += 1) {
    expectData(await send(client, depositFields()));
    if (day < MOST - 1) service.clock.advance(DAY_MS);
  }
  expectFailure(await send(client, depositFields()), 'error_rate_limited');
});

test('with 0 there is no limit', async () => {
  using folder = temporaryFolder();
  await using limited = await start(folder.path, { MAX_OPEN_DEPOSITS_PER_CLIENT: '0' });
  for (let count = 0; count <= MOST; count += 1)
    expectData(await limited.send(limited.client, depositFields()));
});
