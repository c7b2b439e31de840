import { z } from 'zod';
import { fieldError, validationError } from '../kernel/errors.ts';
import { fault, fieldProblem } from '../kernel/problems.ts';
import { dayIn, dayNumber, formatDay } from '../kernel/time-zone.ts';
import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, idText, listOf, wholeNumber } from '../operations/fields.ts';
import { type Context, costOfItems, operation } from '../operations/operation.ts';
import { pageLimit } from '../operations/paging.ts';
import { OPERATORS, STAFF } from '../operations/permissions.ts';
import { calendarDay } from '../reconciliation/day-range.ts';
import { requireAccount } from '../reconciliation/find-account.ts';
import { personOf, type Unfit } from './domain/batch.ts';
import { nextWorkingDay } from './domain/execution-day.ts';
import { MAX_CALL_ROWS, MAX_DAYS_AHEAD, MAX_PAGE_PAYOUTS, MAX_PAYOUT_NUMBER } from './limits.ts';
import { approverOf, makerOf, readNames } from './names.ts';
import { policyRefusal } from './policy-refusals.ts';
import { payoutMissing, UNFIT } from './refusals.ts';
import { payoutDetail, payoutState, payoutView, viewPayout, viewPayoutDetail } from './views.ts';

export const transactionIds = listOf(idText, { of: 'withdrawals', min: 1, max: MAX_CALL_ROWS });

export const listPayouts = operation({
  name: 'listPayouts',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'List the batches of payouts, the newest first',
  description: 'A page that is shorter than its limit is the last.',
  input: fields({
    state: payoutState.optional().describe('Only batches in this state.'),
    before: wholeNumber(1, MAX_PAYOUT_NUMBER)
      .optional()
      .describe('The number of the last batch of the page before.'),
    limit: pageLimit(MAX_PAGE_PAYOUTS),
  }),
  output: z.array(payoutView),
  example: { state: 'prepared' },
  cost: (batches) => costOfItems(batches.length),
  async run({ dependencies }, { state, ...page }) {
    const batches = await dependencies.db.query('listPayouts', { filter: { state }, page });
    const nameOf = await readNames(dependencies, batches.map(makerOf));
    return batches.map((batch) => viewPayout(batch, nameOf));
  },
});

export const payoutId = idText.describe('The id of the batch.');

export const getPayout = operation({
  name: 'getPayout',
  kind: 'query',
  roles: STAFF,
  modes: 'live',
  summary: 'Read a batch of payouts with its withdrawals and approvals',
  description: 'Of a batch with more withdrawals it has the first 1,000: listPayoutRows reads the others.',
  input: fields({ payoutId }),
  output: payoutDetail,
  cost: ({ rows }) => costOfItems(rows.length),
  run: (context, { payoutId: id }) => readPayout(context, id),
});

/** Reads a batch with what the caller is allowed to see. @throws ServiceError error_validation for an unknown id. */
export async function readPayout({ dependencies, principal }: Context, id: string) {
  const whole = await dependencies.db.read('findPayoutPage', { id, after: 0, limit: MAX_CALL_ROWS });
  if (!whole) throw payoutMissing();
  const actors = [makerOf(whole.batch), ...whole.approvals.map(approverOf)];
  return viewPayoutDetail(whole, { role: principal.role, nameOf: await readNames(dependencies, actors) });
}

export const preparePayout = operation({
  name: 'preparePayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Put pending withdrawals and refunds into a batch that is paid together',
  description:
    'While they are in it, they can be neither claimed nor decided otherwise. Another person has to approve the batch. addToPayout adds more to it.',
  input: fields({
    transactionIds: transactionIds.describe(
      'The withdrawals, and refunds by their refundId, up to 1,000, of one currency.',
    ),
    accountId: idText.describe('The bank account that pays.'),
    executionDay: calendarDay
      .optional()
      .describe(
        'The day on which the bank shall pay, up to 30 days ahead; by default today. A day of a weekend becomes the Monday after it.',
      ),
  }),
  output: payoutDetail,
  example: { transactionIds: [EXAMPLE_IDS.transactionId] },
  async run(context, { transactionIds: ids, accountId, executionDay }) {
    const { dependencies, principal, meta } = context;
    const { db, runtime } = dependencies;
    await requireAccount(db, accountId, 'accountId');
    const id = runtime.newId();
    const { client } = principal;
    const outcome = await db.run('preparePayout', {
      id,
      transactionIds: ids,
      head: { accountId, executionDay: chooseDay(context, executionDay) },
      maker: { person: personOf(client), clientId: client.id },
      ...meta,
    });
    if (outcome.kind === 'unfit') throw unfitError(ids, outcome.unfit);
    if (outcome.kind === 'over-limit') throw policyRefusal(outcome, 'transactionIds');
    return readPayout(context, id);
  },
});

/** @throws ServiceError error_validation for a day in the past, or too far ahead. */
function chooseDay({ dependencies: { timeZone }, meta }: Context, given: string | undefined): string {
  const today = dayIn(timeZone, meta.nowMs);
  const day = given === undefined ? today : dayNumber(given);
  if (day < today || day > today + MAX_DAYS_AHEAD) {
    const message = `must be from today, ${formatDay(today)}, to ${MAX_DAYS_AHEAD} days ahead.`;
    throw fieldError('executionDay', fault('not_a_day', message));
  }
  return nextWorkingDay(formatDay(day));
}

/** Builds the error that names each withdrawal that cannot be put into a batch. @param ids as they were given. */
export function unfitError(ids: readonly string[], unfit: readonly Unfit[]) {
  return validationError(
    unfit.map(({ transactionId, reason, batchNumber }) => {
      const path = `transactionIds.${ids.indexOf(transactionId)}`;
      const words = batchNumber === undefined ? UNFIT[reason] : `${UNFIT[reason]}, number ${batchNumber}.`;
      return fieldProblem(path, fault('unfit_for_payout', { transactionId, reason }, words));
    }),
  );
}
