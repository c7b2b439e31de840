import { EXAMPLE_IDS } from '../operations/examples.ts';
import { fields, text } from '../operations/fields.ts';
import { type Context, operation } from '../operations/operation.ts';
import { OPERATORS } from '../operations/permissions.ts';
import { APPROVER_ROLES } from './domain/approvers.ts';
import { personOf } from './domain/batch.ts';
import type { PayoutOutcome } from './domain/outcome.ts';
import { MAX_REASON_CHARACTERS } from './limits.ts';
import { payoutId, readPayout, transactionIds } from './payouts.ts';
import { payoutRefusal } from './refusals.ts';
import { payoutDetail } from './views.ts';

const HASH_CHARACTERS = 64;

/** The fields with which each decision names its batch and the content that the person has seen. */
export const seen = {
  payoutId,
  contentHash: text(HASH_CHARACTERS).describe('The contentHash of the batch that you have seen.'),
};
export const refusals = ['error_stale_sequence', 'error_transition_not_allowed'] as const;

export const removeFromPayout = operation({
  name: 'removeFromPayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Take withdrawals out of a batch',
  description: 'This changes the content of the batch, so earlier approvals no longer count.',
  refusals,
  input: fields({ ...seen, transactionIds: transactionIds.describe('The withdrawals to take out.') }),
  output: payoutDetail,
  example: { transactionIds: [EXAMPLE_IDS.transactionId] },
  run: (context, { transactionIds: ids, ...target }) =>
    decide(context, target, (change) =>
      context.dependencies.db.run('removeFromPayout', { ...change, transactionIds: ids }),
    ),
});

export const approvePayout = operation({
  name: 'approvePayout',
  kind: 'command',
  roles: APPROVER_ROLES,
  modes: 'live',
  summary: 'Approve exactly what a batch contains',
  description:
    'The person who has prepared it cannot approve it, with any key. Nor can somebody who has named the payee of a row: by choosing another account, by creating the withdrawal for its merchant, by giving money back, or by importing the line whose money goes back. If the policy wants two approvals, it is approved with the second. Until the export an approval counts while its key is allowed to approve. Repeating an approval changes nothing.',
  refusals,
  isIdempotent: true,
  input: fields(seen),
  output: payoutDetail,
  run: (context, target) =>
    decide(context, target, (change) =>
      context.dependencies.db.run('approvePayout', {
        ...change,
        clientId: context.principal.client.id,
        timeZone: context.dependencies.timeZone,
      }),
    ),
});

export const rejectPayout = operation({
  name: 'rejectPayout',
  kind: 'command',
  roles: OPERATORS,
  modes: 'live',
  summary: 'Reject a batch, or some payouts of its file, which releases these withdrawals',
  description:
    'An exported batch must be rejected by another person than the one who exported it, once it is certain that no bank will pay it. The progressHash in the request shows that this person knows of the file, and what the bank has said about it. Withdrawals that were paid stay paid.',
  refusals,
  input: fields({
    ...seen,
    progressHash: text(HASH_CHARACTERS)
      .nullable()
      .default(null)
      .describe('The progressHash of the batch that you have seen; null if it was not exported then.'),
    reason: text(MAX_REASON_CHARACTERS).describe('Why, in up to 500 characters.'),
    transactionIds: transactionIds
      .optional()
      .describe(
        'Only these withdrawals and refunds of an exported batch, which must still be unpaid. All by default.',
      ),
  }),
  output: payoutDetail,
  example: { reason: 'The account has not enough money' },
  run: (context, { reason, progressHash, transactionIds: ids, ...target }) =>
    decide(context, target, (change) =>
      context.dependencies.db.run('rejectPayout', {
        ...change,
        clientId: context.principal.client.id,
        name: context.principal.client.name,
        progressHash,
        reason,
        transactionIds: ids,
      }),
    ),
});

export interface SeenBatch {
  readonly payoutId: string;
  readonly contentHash: string;
}

/** The part of a command that says who decides, and about which content. */
export function changeOf({ principal, meta }: Context, { payoutId: batchId, contentHash }: SeenBatch) {
  return { batchId, contentHash, person: personOf(principal.client), ...meta };
}

async function decide(
  context: Context,
  target: SeenBatch,
  run: (change: ReturnType<typeof changeOf>) => Promise<PayoutOutcome>,
) {
  const outcome = await run(changeOf(context, target));
  if (outcome.kind !== 'stored') throw payoutRefusal(outcome);
  return readPayout(context, target.payoutId);
}
