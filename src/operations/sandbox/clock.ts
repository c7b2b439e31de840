import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { MOST_DAYS_AHEAD } from '../../domain/test-clock.ts';
import { expiryOf } from '../../domain/transition.ts';
import { auditOrigin } from '../audit/origin.ts';
import { fields, formatTimestamp, timestampOut, wholeNumber } from '../fields.ts';
import { type Context, define } from '../operation.ts';

const DAY_SECONDS = 86_400;
const SECOND_MS = 1000;
/** The deposits that expire in one commit. */
const EXPIRED_AT_ONCE = 500;

/** The clock of a test key. */
export const testClockView = z.object({
  /** The time by the clock of the key. */
  now: timestampOut,
  /** How far it is ahead of the machine's. */
  aheadSeconds: z.number(),
  /** The deposits that have expired by the move. */
  expired: z.number(),
});

/** Moves the clock of the key forward. What is due by it then happens at once. */
export const advanceTestClock = define({
  name: 'advanceTestClock',
  kind: 'command',
  input: fields({ advanceSeconds: wholeNumber(0, MOST_DAYS_AHEAD * DAY_SECONDS) }),
  output: testClockView,
  async run(context, { advanceSeconds }) {
    const { sandbox, runtime } = context.dependencies;
    const { id } = context.principal.client;
    const audit = auditOrigin(context, 'advanceTestClock');
    const aheadMs = await sandbox.advanceClock(id, advanceSeconds * SECOND_MS, audit);
    if (aheadMs === undefined) {
      const message = `advanceSeconds is too much: a clock can be ${MOST_DAYS_AHEAD} days ahead in all.`;
      throw validationError([{ path: 'advanceSeconds', message }]);
    }
    const expired = await expireOverdue(context);
    return {
      now: formatTimestamp(runtime.nowMs() + aheadMs),
      aheadSeconds: aheadMs / SECOND_MS,
      expired,
    };
  },
});

/** Expires the deposits of the caller whose time is over, by the transition that the sweep makes. */
async function expireOverdue({ principal, dependencies }: Context): Promise<number> {
  const { transactions, runtime } = dependencies;
  let expired = 0;
  for (;;) {
    const ids = await transactions.findExpired(EXPIRED_AT_ONCE, principal.client.id);
    const outcomes = await Promise.all(
      ids.map((id) => transactions.transition(expiryOf(id, runtime.steadyNowMs()))),
    );
    const changed = outcomes.filter((outcome) => outcome.kind === 'stored' && outcome.isChanged).length;
    expired += changed;
    if (changed === 0 || ids.length < EXPIRED_AT_ONCE) return expired;
  }
}
