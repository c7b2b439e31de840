import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { type CallbackChecker, startCallbackChecker } from '../support/callback-checker.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { assertAgreement } from '../support/verify-at.ts';
import {
  type Chain,
  createChains,
  readFeed,
  runCallbackLoad,
  setCallbackUrl,
  settleDoubts,
} from './callback-load.ts';

const LIFE_MS = 300;
const EVENTS_PER_LIFE = 120;
const DRAIN_LOOKS = 300;
const DRAIN_LOOK_MS = 100;

/**
 * The service is killed at the acknowledgement of a transition, at the arrival of a callback, at the response to a
 * callback, or at any time.
 */
const MOMENTS = ['commit', 'arrival', 'answer', 'time'] as const;
type Moment = (typeof MOMENTS)[number];

export interface CallbackLoopOptions {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
  /** Called after each kill. */
  onKill?(kills: number): void;
}

export interface CallbackLoopReport {
  readonly kills: Readonly<Record<Moment, number>>;
  readonly events: number;
  readonly deliveries: number;
}

/** Describes the run in one line. */
export function describeCallbackLoop({ kills, events, deliveries }: CallbackLoopReport): string {
  const moments = MOMENTS.map((timestamp) => `${kills[timestamp]} at ${timestamp}`).join(', ');
  return `kills: ${moments}; ${events} events arrived in ${deliveries} deliveries, each transaction's in order`;
}

/**
 * Kills the service with SIGKILL between commit and send, and between send and record, restarts it, and compares
 * the received callbacks with the acknowledged transitions.
 * @throws Error naming the promises that were broken.
 */
export async function runCallbackLoop(options: CallbackLoopOptions): Promise<CallbackLoopReport> {
  const random = createRandom(options.seed);
  const chains = createChains();
  const kills: Record<Moment, number> = { commit: 0, arrival: 0, answer: 0, time: 0 };
  await using checker = await startCallbackChecker(random);
  for (let killed = 0; killed < options.kills; killed += 1) {
    const timestamp = MOMENTS[killed % MOMENTS.length] ?? 'time';
    await using service = await start(options.folder, checker);
    await settleDoubts(service, chains.flat());
    await killUnderLoad(service, { checker, chains, random, timestamp });
    kills[timestamp] += 1;
    options.onKill?.(killed + 1);
  }
  await using service = await start(options.folder, checker);
  await settleDoubts(service, chains.flat());
  const events = await drain(service);
  insistComplete(events, { checker, chains: chains.flat() });
  await assertAgreement(service.databasePath);
  return { kills, events: events.length, deliveries: checker.receiver.deliveries.length };
}

async function start(folder: string, checker: CallbackChecker): Promise<ServiceProcess> {
  checker.reactWith(() => 204);
  checker.onResponse(() => {});
  const service = await startServiceProcess(folder, { LOG_LEVEL: 'warn' });
  await setCallbackUrl(service, checker.receiver.url);
  return service;
}

interface Life {
  readonly checker: CallbackChecker;
  readonly chains: Chain[][];
  readonly random: Random;
  readonly timestamp: Moment;
}

async function killUnderLoad(
  service: ServiceProcess,
  { checker, chains, random, timestamp }: Life,
): Promise<void> {
  let left = 1 + random.below(EVENTS_PER_LIFE);
  const countDown = (at: Moment) => {
    if (at !== timestamp) return;
    left -= 1;
    if (left === 0) service.signal('SIGKILL');
  };
  checker.reactWith(() => {
    countDown('arrival');
    return timestamp === 'arrival' && left <= 0 ? 'silence' : 204;
  });
  checker.onResponse(() => countDown('answer'));
  const load = runCallbackLoad({ service, random, chains, onAcknowledged: () => countDown('commit') });
  if (timestamp === 'time') {
    await sleep(1 + random.below(LIFE_MS));
    service.signal('SIGKILL');
  }
  await load;
  await service.kill();
}

/** Waits until every callback is delivered. @returns every event. */
async function drain(service: ServiceProcess): Promise<Json[]> {
  for (let looks = 0; looks < DRAIN_LOOKS; looks += 1) {
    const events = await readFeed(service);
    if (events.every(({ callback }) => callback === 'delivered')) return events;
    await sleep(DRAIN_LOOK_MS);
  }
  throw new Error('not every callback was delivered');
}

/** Asserts that every event arrived, every acknowledged transition is an event, and the receiver found no mistake. */
function insistComplete(
  events: readonly Json[],
  { checker, chains }: { readonly checker: CallbackChecker; readonly chains: readonly Chain[] },
): void {
  const broken = [...checker.broken];
  const sequences = new Map<string, number>();
  for (const { eventId, transactionId, sequence } of events) {
    if (!checker.done.has(eventId)) broken.push(`event ${sequence} of ${transactionId} never arrived`);
    const expected = (sequences.get(transactionId) ?? 1) + 1;
    if (sequence !== expected)
      broken.push(`event ${sequence} of ${transactionId} came instead of ${expected}`);
    sequences.set(transactionId, sequence);
  }
  for (const { id, sequence } of chains)
    if ((sequences.get(id) ?? 1) !== sequence) broken.push(`${id} was acknowledged up to ${sequence}`);
  if (broken.length > 0) throw new Error(broken.slice(0, 20).join('\n'));
}
