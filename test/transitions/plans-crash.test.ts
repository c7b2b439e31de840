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
/** On a busy machine all of them are planned, and the first ones undone, within this time. */
const HOLD_SECONDS = '5';
/** On PostgreSQL a callback that was being sent at the kill is sent again when its lease of a minute has ended. */
const SENT_WITHIN_MS = 90_000;

/** @returns the data of a success; undefined when it was refused, or no response came. */
async function ask(service: ServiceProcess, target: string, options: CallOptions): Promise<Json> {
  const response = await call(service, target, { sign: 'timed', ...options }).catch(() => undefined);
  return response?.status === 200 ? response.json.data : undefined;
}

test('whenever the service is killed, what was undone never happens, and what is not undone does', async () => {
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
      held.slice(0, TRANSACTIONS / 2).map(async (transactionId) => {
        const options = { as: OPERATOR, body: { sequence: '1' } };
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
  const read = async (id: string) => ask(service, `/v1/transactions/${id}`, { as: OPERATOR });
  const readAll = () => Promise.all(ids.map(read));
  await expect
    .poll(async () => (await readAll()).filter(({ planned }) => planned), { timeout: 20_000 })
    .toEqual([]);
  const found = await readAll();
  const happened = found.filter(({ status }) => status === 'successful');
  const settled: string[] = happened.map(({ transactionId }) => transactionId);
  // An undo can have happened without an answer, but only one that was asked for.
  const notAsked = ids.filter((_, index) => index % TRANSACTIONS >= TRANSACTIONS / 2);
  expect(settled).toEqual(expect.arrayContaining(notAsked));
  expect(settled.filter((id) => undone.has(id))).toEqual([]);
  await expect.poll(() => settled.filter((id) => !sent().has(id)), { timeout: SENT_WITHIN_MS }).toEqual([]);
  expect(sent()).toEqual(new Set(settled));
  await service.kill();
  await expectAgreement(service.databasePath);
});
