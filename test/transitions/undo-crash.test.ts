import { expect, test } from 'vitest';
import { setCallbackUrl } from '../crash/callback-load.ts';
import {
  type CallOptions,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
} from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { IS_LONG } from '../support/long.ts';
import { createRandom } from '../support/random.ts';
import { startReceiver } from '../support/receiver.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';

const KILLS = IS_LONG ? 20 : 1;
const TRANSACTIONS = 24;
/** On a busy machine all of them are settled, and the first ones undone, within this time. */
const HOLD_SECONDS = '5';
/** On PostgreSQL a callback that was being sent at the kill is sent again when its lease of a minute has ended. */
const SENT_WITHIN_MS = 90_000;

/** @returns the data of a success; undefined when it was refused, or no response came. */
async function ask(service: ServiceProcess, target: string, options: CallOptions): Promise<Json> {
  const response = await call(service, target, { sign: 'timed', ...options }).catch(() => undefined);
  return response?.status === 200 ? response.json.data : undefined;
}

test('whenever the service is killed, what was undone is never sent, and what is not undone is', async () => {
  using folder = temporaryFolder();
  const random = createRandom(20_261_121);
  await using receiver = await startReceiver();
  const ids: string[] = [];
  const undone = new Set<string>();
  const start = async () => {
    const service = await startServiceProcess(folder.path, { LOG_LEVEL: 'warn' });
    await setCallbackUrl(service, receiver.url);
    return service;
  };
  for (let killed = 0; killed < KILLS; killed += 1) {
    await using service = await start();
    const held = await Promise.all(
      Array.from({ length: TRANSACTIONS }, async (): Promise<string> => {
        const created = await ask(service, DEPOSIT, { as: MERCHANT, body: depositFields() });
        const { transactionId } = created;
        const body = { sequence: '1', holdSeconds: HOLD_SECONDS };
        await ask(service, `/v1/transactions/${transactionId}/settle`, { as: OPERATOR, body });
        return transactionId;
      }),
    );
    ids.push(...held);
    let left = 1 + random.below(TRANSACTIONS / 2);
    await Promise.all(
      held.map(async (transactionId) => {
        const options = { as: OPERATOR, body: { sequence: '2' } };
        if (!(await ask(service, `/v1/transactions/${transactionId}/undo`, options))) return;
        undone.add(transactionId);
        left -= 1;
        if (left === 0) service.signal('SIGKILL');
      }),
    );
    await service.kill();
  }
  expect(undone.size).toBeGreaterThan(0);
  await using service = await start();
  const sent = () => new Set(receiver.deliveries.map(({ body }) => JSON.parse(body).transactionId));
  const statusOf = async (id: string) =>
    (await ask(service, `/v1/transactions/${id}`, { as: OPERATOR })).status;
  const statuses = new Map<string, string>();
  for (const id of ids) statuses.set(id, await statusOf(id));
  const settled = ids.filter((id) => statuses.get(id) === 'successful');
  await expect.poll(() => settled.filter((id) => !sent().has(id)), { timeout: SENT_WITHIN_MS }).toEqual([]);
  expect(sent()).toEqual(new Set(settled));
  for (const id of undone) expect(statuses.get(id), id).toBe('pending');
  expect(settled.length).toBeGreaterThan(0);
  await service.kill();
  await expectAgreement(service.databasePath);
}, 180_000);
