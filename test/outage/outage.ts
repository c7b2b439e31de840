import { startCallbackChecker } from '../support/callback-checker.ts';
import {
  applyTransition,
  HOUR_MS,
  type ManualClockService,
  neverSchedule,
  startManualClockService,
  storeWithdrawals,
} from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';

/** Together the steps take a little less than the three days after which callbacks are given up. */
const STEPS = 12;
const STEP_MS = 6 * HOUR_MS - 1000;
const EVENTS_PER_TRANSACTION = 4;
const SECOND_MS = 1000;
/** The number of seconds by which the clock advances after the receiver is back. */
const SECONDS_AFTERWARDS = 5;

export interface OutageReport {
  readonly events: number;
  /** Events that arrived in the end. */
  readonly delivered: number;
  /** The promises that the receivers saw broken, in words. */
  readonly broken: readonly string[];
  readonly attemptsWhileDown: number;
  /** Events of the other client, and those that did not arrive at once. */
  readonly otherEvents: number;
  readonly otherLate: number;
  /** The real time from the return of the receiver to the last callback. */
  readonly drainMs: number;
}

/** Describes the run in one line. */
export function describeOutage(report: OutageReport): string {
  const { events, delivered, broken, attemptsWhileDown, otherEvents, otherLate, drainMs } = report;
  return (
    `outage of three days: ${delivered} of ${events} delivered afterwards, ${broken.length} broken promises, ` +
    `${attemptsWhileDown} attempts meanwhile; of ${otherEvents} of another client ${otherLate} late; ` +
    `drained in ${Math.round(drainMs)} ms, ${Math.round((1000 * events) / drainMs)} per second`
  );
}

/** Applies transitions while the receiver of their client is down for three days of the service's clock. */
export async function runOutage(eventCount: number): Promise<OutageReport> {
  await using down = await startCallbackChecker(createRandom(1));
  await using well = await startCallbackChecker(createRandom(2));
  await using service = await startManualClockService({ platform: { schedule: neverSchedule } });
  down.reactWith(() => 'reset');
  const ids = await storeWithdrawals(
    service,
    await service.merchantOf(down.receiver),
    Math.ceil(eventCount / EVENTS_PER_TRANSACTION),
  );
  const otherIds = await storeWithdrawals(service, await service.merchantOf(well.receiver), STEPS);
  let otherLate = 0;
  for (let step = 0; step < STEPS; step += 1) {
    // The transitions happen in the first steps, so that most callbacks wait for nearly three days.
    if (step < EVENTS_PER_TRANSACTION) await applyToAll(service, ids, step + 1);
    await applyToAll(service, otherIds.slice(step, step + 1), 1);
    await service.callbackWorker.idle();
    otherLate += step + 1 - well.done.size;
    service.clock.advance(STEP_MS);
  }
  const attemptsWhileDown = down.receiver.deliveries.length;
  down.reactWith(() => 204);
  const startedAtMs = performance.now();
  for (let second = 0; second < SECONDS_AFTERWARDS; second += 1) {
    service.clock.advance(SECOND_MS);
    await service.callbackWorker.idle();
  }
  return {
    events: ids.length * EVENTS_PER_TRANSACTION,
    delivered: down.done.size,
    broken: [...down.broken, ...well.broken],
    attemptsWhileDown,
    otherEvents: otherIds.length,
    otherLate,
    drainMs: performance.now() - startedAtMs,
  };
}

/** Applies one transition to each transaction: settle first, then reverse and correct in turn. */
async function applyToAll(
  service: ManualClockService,
  ids: readonly string[],
  sequence: number,
): Promise<void> {
  const kind = sequence === 1 ? 'settle' : sequence % 2 === 0 ? 'reverse' : 'correct';
  await Promise.all(ids.map((id) => applyTransition(service, id, { kind, sequence })));
}
