import { z } from 'zod';
import { ServiceError, validationError } from '../../domain/errors.ts';
import { MOST_DAYS_AHEAD } from '../../domain/test-clock.ts';
import { expiryOf } from '../../domain/transition.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, formatTimestamp, timestampOut, wholeNumber } from '../fields.ts';
import { type Context, costOfItems, define } from '../operation.ts';
import { type ClockMove, MOST_MOVED, MOST_SCANNED } from './store.ts';

const DAY_SECONDS = 86_400;
const SECOND_MS = 1000;
/** Deposits that expire at once. They share a commit, which a create may have to wait for. */
const EXPIRED_AT_ONCE = 32;
/** The most that expire before the response. The sweep comes to the rest. */
const MOST_EXPIRED = MOST_MOVED;
/** Every process reads its clients again after a move, as after a change of any key. */
const POINTS_OF_MOVE = 10;

/** The clock of a test key. */
export const testClockView = z.object({
  /** The time by the clock of the key. */
  now: timestampOut,
  /** How far it is ahead of the machine's. */
  aheadSeconds: z.number(),
  /** The deposits whose time was over by the move: they have expired. */
  expired: z.number(),
});

/** Moves the clock of the key forward. What is due by it then happens at once. */
export const advanceTestClock = define({
  name: 'advanceTestClock',
  kind: 'command',
  input: fields({ advanceSeconds: wholeNumber(0, MOST_DAYS_AHEAD * DAY_SECONDS) }),
  output: testClockView,
  async run(context, { advanceSeconds }) {
    const { sandbox, runtime, rate, scans } = context.dependencies;
    const { id } = context.principal.client;
    const audit = auditOrigin(context, 'advanceTestClock');
    const advanceMs = advanceSeconds * SECOND_MS;
    const isMove = advanceMs > 0;
    const { ids, place } = isMove
      ? await scans.run(context.principal, () => sandbox.findMovable(id))
      : { ids: [], place: 0 };
    if (!ids) throw refusalOf('too-many');
    const move = await sandbox.advanceClock(id, { advanceMs, deposits: { ids, place } }, audit);
    if (move.kind !== 'moved') throw refusalOf(move.kind);
    const { aheadMs, movedCount, overdueCount } = move;
    if (isMove) {
      await expireOverdue(context).catch(leaveToSweep);
      await rate.owe(id, POINTS_OF_MOVE + costOfItems(movedCount + overdueCount));
    }
    return {
      now: formatTimestamp(runtime.nowMs() + aheadMs),
      aheadSeconds: aheadMs / SECOND_MS,
      // The sweep may have come to some of them first.
      expired: overdueCount,
    };
  },
});

/** The clock was moved, and a refusal would have it moved again. */
function leaveToSweep(error: unknown): void {
  if (!(error instanceof ServiceError) || error.type !== 'error_unavailable') throw error;
}

function refusalOf(kind: Exclude<ClockMove['kind'], 'moved'>): ServiceError {
  const message =
    kind === 'too-far'
      ? `advanceSeconds is too much: a clock can be ${MOST_DAYS_AHEAD} days ahead in all.`
      : `advanceSeconds must wait: a clock moves while at most ${MOST_MOVED} deposits of its key are pending, all among its newest ${MOST_SCANNED} transactions, and at most ${MOST_MOVED} callbacks wait.`;
  return validationError([{ path: 'advanceSeconds', message }]);
}

/** Expires the deposits of the caller whose time is over, by the transition that the sweep makes. */
async function expireOverdue({ principal, dependencies }: Context): Promise<void> {
  const { transactions, runtime } = dependencies;
  for (let ended = 0; ended < MOST_EXPIRED; ) {
    const expired = await transactions.findExpired(EXPIRED_AT_ONCE, { clientId: principal.client.id });
    const outcomes = await Promise.all(
      expired.map((deposit) => transactions.transition(expiryOf(deposit, runtime.steadyNowMs()))),
    );
    const endedNow = outcomes.filter(
      (outcome) => outcome.kind === 'stored' && outcome.transaction.status !== 'pending',
    ).length;
    if (endedNow === 0 || expired.length < EXPIRED_AT_ONCE) return;
    ended += endedNow;
  }
}
