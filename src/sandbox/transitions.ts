import { TRANSACTION_ID } from '../kernel/ids.ts';
import { CREDITED, DECIDED } from '../operations/error-table.ts';
import { fields } from '../operations/fields.ts';
import { transactionId } from '../operations/ids.ts';
import { type Context, operation } from '../operations/operation.ts';
import { type Caller, MERCHANTS } from '../operations/permissions.ts';
import { viewDetail } from '../transactions/details.ts';
import type { Transaction } from '../transactions/domain/transaction.ts';
import type { Actor, TransitionCommand } from '../transactions/domain/transition.ts';
import { reason } from '../transactions/reason.ts';
import { refusalError } from '../transactions/refusals.ts';
import { isOfMode, targetOf } from '../transactions/scope.ts';
import type { TransitionOutcome } from '../transactions/store.ts';
import { transactionNotFound } from '../transactions/transactions.ts';
import { finalAmount } from '../transactions/transitions.ts';
import { type TransactionDetail, transactionDetail } from '../transactions/views.ts';

const target = { transactionId };

export const settleTestTransaction = operation({
  name: 'settleTestTransaction',
  kind: 'command',
  roles: MERCHANTS,
  modes: 'test',
  summary: 'Settle a test transaction',
  description: 'As the desk does when the money has come.',
  refusals: CREDITED,
  input: fields({
    ...target,
    finalAmount,
  }),
  output: transactionDetail,
  example: { finalAmount: 499.5 },
  run: (context, { finalAmount, ...input }) => decide(context, input, { kind: 'settle', finalAmount }),
});

export const rejectTestTransaction = operation({
  name: 'rejectTestTransaction',
  kind: 'command',
  roles: MERCHANTS,
  modes: 'test',
  summary: 'Reject a test transaction',
  description: 'Pending becomes unsuccessful.',
  refusals: DECIDED,
  input: fields({ ...target, reason: reason.optional() }),
  output: transactionDetail,
  example: { reason: 'wrong sender' },
  run: (context, { reason: why, ...input }) => decide(context, input, { kind: 'reject', reason: why }),
});

export const reverseTestTransaction = operation({
  name: 'reverseTestTransaction',
  kind: 'command',
  roles: MERCHANTS,
  modes: 'test',
  summary: 'Reverse a successful test transaction',
  description: 'Successful becomes unsuccessful.',
  refusals: DECIDED,
  input: fields({ ...target, reason: reason.optional() }),
  output: transactionDetail,
  example: { reason: 'recalled by the bank' },
  run: (context, { reason: why, ...input }) => decide(context, input, { kind: 'reverse', reason: why }),
});

export const expireTestTransaction = operation({
  name: 'expireTestTransaction',
  kind: 'command',
  roles: MERCHANTS,
  modes: 'test',
  summary: 'Expire a pending test deposit',
  description: 'Whatever time it has left. Withdrawals never expire.',
  refusals: DECIDED,
  input: fields(target),
  output: transactionDetail,
  run: (context, input) => decide(context, input, { kind: 'expire' }),
});

/** A decision about a test transaction. */
export interface TestDecision {
  readonly kind: 'settle' | 'reject' | 'reverse' | 'expire';
  /** In minor units. */
  readonly finalAmount?: number | undefined;
  readonly reason?: string | undefined;
}

async function decide(
  context: Context,
  { transactionId }: { readonly transactionId: string },
  decision: TestDecision,
): Promise<TransactionDetail> {
  const { principal } = context;
  const [known] = TRANSACTION_ID.test(transactionId)
    ? await context.dependencies.db.read('findTransactions', [transactionId])
    : [];
  const target = targetOf(context, transactionId);
  if (!known || !isOfMode(principal, known) || known.clientId !== target.ownerId) throw transactionNotFound();
  const outcome = await applyTestDecision(context, known, {
    decision,
    actor: { kind: 'test', clientId: principal.client.id },
  });
  if (outcome.kind !== 'stored') throw transactionNotFound();
  return viewDetail(context, outcome.transaction);
}

interface TestRequest {
  readonly decision: TestDecision;
  readonly actor: Actor;
}

/**
 * Applies a decision to a test transaction by the ordinary transition.
 * @param known the stored transaction.
 * @throws ServiceError the refusal of the transition.
 */
export async function applyTestDecision(
  context: Context<Caller>,
  known: Transaction,
  { decision, actor }: TestRequest,
): Promise<TransitionOutcome> {
  const outcome = await context.dependencies.transactions.transition({
    transactionId: known.id,
    isTest: true,
    actor,
    command: commandOf(decision, known),
    ...context.meta,
  });
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  // Only a pending deposit expires.
  if (outcome.kind === 'stored' && !outcome.isChanged)
    throw refusalError({
      type: 'error_transition_not_allowed',
      transactionId: known.id,
      status: outcome.transaction.status,
      transition: decision.kind,
    });
  return outcome;
}

function commandOf(
  { kind, finalAmount, reason: why }: TestDecision,
  { sequence }: Transaction,
): TransitionCommand {
  // Every time is over by then.
  if (kind === 'expire') return { kind, steadyNowMs: Number.MAX_SAFE_INTEGER };
  if (kind === 'settle') return { kind, sequence, finalAmountMinor: finalAmount, acceptDifference: true };
  return { kind, sequence, reason: why };
}
