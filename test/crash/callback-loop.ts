import { setTimeout as sleep } from 'node:timers/promises';
import type { Json } from '../harness.ts';
import { type CallbackChecker, startCallbackChecker } from '../support/callback-checker.ts';
import { createRandom, type Random } from '../support/random.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { assertAgreement } from '../support/verify-at.ts';
import {
  createTracked,
  readFeed,
  resolveUncertain,
  runCallbackLoad,
  setCallbackUrl,
  type TrackedTransaction,
} from './callback-load.ts';

const RUN_MS = 300;
const EVENTS_PER_RUN = 120;
const DRAIN_POLLS = 300;
const DRAIN_POLL_MS = 100;

/**
 * The service is killed at the acknowledgement of a transition, at the arrival of a callback, at the response to a
 * callback, or at any time.
 */
const KILL_POINTS = ['commit', 'arrival', 'response', 'time'] as const;
type KillPoint = (typeof KILL_POINTS)[number];

export interface CallbackLoopOptions {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
  /** Called after each kill. */
  onKill?(kills: number): void;
}

export interface CallbackLoopReport {
  readonly kills: Readonly<Record<KillPoint, number>>;
  readonly events: number;
  readonly deliveries: number;
}

/** Describes the run in one line. */
export function describeCallbackLoop({ kills, events, deliveries }: CallbackLoopReport): string {
  const killsByPoint = KILL_POINTS.map((killPoint) => `${kills[killPoint]} at ${killPoint}`).join(', ');
  return `kills: ${killsByPoint}; ${events} events arrived in ${deliveries} deliveries, each transaction's in order`;
}

/**
 * Kills the service with SIGKILL between commit and send, and between send and record, restarts it, and compares
 * the received callbacks with the acknowledged transitions.
 * @throws Error naming the promises that were broken.
 */
export async function runCallbackLoop(options: CallbackLoopOptions): Promise<CallbackLoopReport> {
  const random = createRandom(options.seed);
  const tracked = createTracked();
  const kills: Record<KillPoint, number> = { commit: 0, arrival: 0, response: 0, time: 0 };
  await using checker = await startCallbackChecker(random);
  for (let killed = 0; killed < options.kills; killed += 1) {
    const killPoint = KILL_POINTS[killed % KILL_POINTS.length] ?? 'time';
    await using service = await start(options, checker);
    await resolveUncertain(service, tracked.flat());
    await killUnderLoad(service, { checker, tracked, random, killPoint });
    kills[killPoint] += 1;
    options.onKill?.(killed + 1);
  }
  await using service = await start(options, checker);
  await resolveUncertain(service, tracked.flat());
  const events = await drain(service);
  checkComplete(events, { checker, tracked: tracked.flat() });
  await assertAgreement(service.databasePath);
  return { kills, events: events.length, deliveries: checker.receiver.deliveries.length };
}

async function start({ folder }: CallbackLoopOptions, checker: CallbackChecker): Promise<ServiceProcess> {
  checker.reactWith(() => 204);
  checker.onResponse(() => {});
  const service = await startServiceProcess(folder, { LOG_LEVEL: 'warn' });
  await setCallbackUrl(service, checker.receiver.url);
  return service;
}

interface RunOptions {
  readonly checker: CallbackChecker;
  readonly tracked: TrackedTransaction[][];
  readonly random: Random;
  readonly killPoint: KillPoint;
}

async function killUnderLoad(
  service: ServiceProcess,
  { checker, tracked, random, killPoint }: RunOptions,
): Promise<void> {
  let left = 1 + random.below(EVENTS_PER_RUN);
  const countDown = (at: KillPoint) => {
    if (at !== killPoint) return;
    left -= 1;
    if (left === 0) service.signal('SIGKILL');
  };
  checker.reactWith(() => {
    countDown('arrival');
    return killPoint === 'arrival' && left <= 0 ? 'silence' : 204;
  });
  checker.onResponse(() => countDown('response'));
  const load = runCallbackLoad({ service, random, tracked, onAcknowledged: () => countDown('commit') });
  if (killPoint === 'time') {
    await sleep(1 + random.below(RUN_MS));
    service.signal('SIGKILL');
  }
  await load;
  await service.kill();
}

/** Waits until every callback is delivered. @returns every event. */
async function drain(service: ServiceProcess): Promise<Json[]> {
  for (let polls = 0; polls < DRAIN_POLLS; polls += 1) {
    const events = await readFeed(service);
    if (events.every(({ callback }) => callback === 'delivered')) return events;
    await sleep(DRAIN_POLL_MS);
  }
  throw new Error('not every callback was delivered');
}

/** Asserts that every event arrived, every acknowledged transition is an event, and the receiver found no mistake. */
function checkComplete(
  events: readonly Json[],
  {
    checker,
    tracked,
  }: { readonly checker: CallbackChecker; readonly tracked: readonly TrackedTransaction[] },
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
  for (const { id, sequence } of tracked)
    if ((sequences.get(id) ?? 1) !== sequence) broken.push(`${id} was acknowledged up to ${sequence}`);
  if (broken.length > 0) throw new Error(broken.slice(0, 20).join('\n'));
}
