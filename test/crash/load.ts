import { setImmediate as nextTurn } from 'node:timers/promises';
import { call, DEPOSIT, depositFields, WITHDRAW, withdrawalFields } from '../harness.ts';
import type { Random } from '../support/random.ts';
import type { Create, Ledger } from './ledger.ts';

const WORKERS = 32;

export interface LoadOptions {
  readonly url: string;
  readonly ledger: Ledger;
  readonly random: Random;
  /** Called for each new create as soon as its 200 arrives. */
  onAcknowledged(create: Create): void;
}

/**
 * Sends creates, repeats and conflicting repeats as fast as it can, over one connection for each worker, until the
 * service is gone.
 * @throws Error at a wrong response.
 */
export async function runLoad(options: LoadOptions): Promise<void> {
  const work = async () => {
    // The other workers and the timers run between two calls.
    while (await callOnce(options)) await nextTurn();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
}

/** @returns false when the service is gone. */
function callOnce(options: LoadOptions): Promise<boolean> {
  const { ledger, random } = options;
  const known = ledger.acknowledged();
  const chance = random.next();
  if (known.length === 0 || chance < 0.8) return createNew(options);
  const { target, fields, data } = random.pick(known);
  if (chance < 0.95) return expectResponse(options, { target, fields }, data.transactionId);
  return expectResponse(options, { target, fields: { ...fields, amount: '7777' } }, undefined);
}

async function createNew(options: LoadOptions): Promise<boolean> {
  const { url, ledger, random, onAcknowledged } = options;
  const amount = String(10 + random.below(1000));
  const create: Create =
    random.next() < 0.5
      ? { target: DEPOSIT, fields: depositFields({ amount }) }
      : { target: WITHDRAW, fields: withdrawalFields({ amount }) };
  ledger.send(create);
  const response = await send(url, create);
  if (!response) return false;
  if (response.status !== 200) throw new Error(`a create got ${response.text}`);
  ledger.acknowledge(create, response.json.data);
  onAcknowledged(create);
  return true;
}

/** Repeats an acknowledged create: unchanged, or with other content, which must conflict. */
async function expectResponse(
  options: LoadOptions,
  create: Create,
  transactionId: string | undefined,
): Promise<boolean> {
  const response = await send(options.url, create);
  if (!response) return false;
  const isRight = transactionId
    ? response.json.data?.transactionId === transactionId
    : response.status === 409;
  if (!isRight) throw new Error(`a repeat got ${response.text}`);
  return true;
}

/** @returns undefined when no complete response came. */
export async function send(url: string, { target, fields }: Create) {
  try {
    return await call({ url }, target, { body: fields });
  } catch {
    return undefined;
  }
}
