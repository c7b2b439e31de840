import {
  ADMIN,
  type CallOptions,
  call,
  DEPOSIT,
  depositFields,
  type Json,
  MERCHANT,
  OPERATOR,
} from '../harness.ts';
import type { Random } from '../support/random.ts';

const WORKERS = 8;
/** A worker with fewer transactions mostly creates new ones. */
const TRANSACTIONS_PER_WORKER = 6;

/** A transaction with the state that the load expects. */
export interface TrackedTransaction {
  readonly id: string;
  /** The highest sequence that was acknowledged. */
  sequence: number;
  /** True if its last transition got no response. */
  isUncertain: boolean;
}

interface Service {
  readonly url: string;
}

/** @returns the data of a success; undefined when no complete response came. */
async function ask(service: Service, target: string, options: CallOptions): Promise<Json> {
  const response = await call(service, target, { sign: 'timed', ...options }).catch(() => undefined);
  if (!response) return undefined;
  if (response.status !== 200 || response.json.errors) throw new Error(`${target}: ${response.text}`);
  return response.json.data;
}

const UPDATE_CLIENT = 'mutation ($input: UpdateClientInput!) { updateClient(input: $input) { appKey } }';
let settings = 0;

/** Sets the callbackUrl of the demo merchant. */
export async function setCallbackUrl(service: Service, callbackUrl: string): Promise<void> {
  settings += 1;
  // The comment makes requests of one second differ: an administrative command accepts each sign once.
  const query = `# ${settings}\n${UPDATE_CLIENT}`;
  await ask(service, '/graphql', {
    as: ADMIN,
    json: { query, variables: { input: { appKey: MERCHANT.appKey, callbackUrl } } },
  });
}

/** Reads the state of each transaction whose last transition got no response. */
export async function resolveUncertain(
  service: Service,
  tracked: readonly TrackedTransaction[],
): Promise<void> {
  for (const transaction of tracked.filter(({ isUncertain }) => isUncertain)) {
    const found = await ask(service, `/v1/transactions/${transaction.id}`, { as: OPERATOR });
    if (!found) throw new Error(`the restarted service does not have ${transaction.id}`);
    if (found.sequence < transaction.sequence)
      throw new Error(`an acknowledged transition of ${transaction.id} is lost`);
    transaction.sequence = found.sequence;
    transaction.isUncertain = false;
  }
}

export interface CallbackLoad {
  readonly service: Service;
  readonly random: Random;
  /** One list for each worker. No other worker requests transitions of these transactions. */
  readonly tracked: TrackedTransaction[][];
  /** Called for each transition as soon as it is acknowledged. */
  onAcknowledged(): void;
}

/** Makes an empty list for each worker. */
export function createTracked(): TrackedTransaction[][] {
  return Array.from({ length: WORKERS }, () => []);
}

/** Creates transactions and requests transitions as fast as it can, until the service is gone. */
export async function runCallbackLoad(load: CallbackLoad): Promise<void> {
  await Promise.all(
    load.tracked.map(async (own) => {
      while (await actOnce(load, own)) await new Promise(setImmediate);
    }),
  );
}

/** @returns false when the service is gone. */
async function actOnce(
  { service, random, onAcknowledged }: CallbackLoad,
  own: TrackedTransaction[],
): Promise<boolean> {
  if (own.length < TRANSACTIONS_PER_WORKER || random.below(20) === 0) {
    const created = await ask(service, DEPOSIT, { as: MERCHANT, body: depositFields() });
    if (created) own.push({ id: created.transactionId, sequence: 1, isUncertain: false });
    return created !== undefined;
  }
  const transaction = random.pick(own.slice(-TRANSACTIONS_PER_WORKER));
  const { id, sequence } = transaction;
  const verb = sequence === 1 ? 'settle' : sequence % 2 === 0 ? 'reverse' : 'correct';
  transaction.isUncertain = true;
  const updated = await ask(service, `/v1/transactions/${id}/${verb}`, {
    as: OPERATOR,
    body: { sequence: String(sequence), reason: 'as was seen' },
  });
  if (!updated) return false;
  transaction.sequence = updated.sequence;
  transaction.isUncertain = false;
  onAcknowledged();
  return true;
}

/** Reads all events of the merchant's feed. */
export async function readFeed(service: Service): Promise<Json[]> {
  const items: Json[] = [];
  for (let pages = 0; pages < 10_000; pages += 1) {
    const after = items.length > 0 ? `&after=${items.at(-1).eventId}` : '';
    const page = await ask(service, `/v1/events?limit=100${after}`, { as: MERCHANT });
    items.push(...page.items);
    if (page.nextCursor === null) return items;
  }
  throw new Error('the feed has no end');
}
