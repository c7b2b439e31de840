import { TRANSACTION_ID } from '../../domain/ids.ts';
import type { Transaction } from '../../domain/transaction.ts';
import type { Actor, TransitionCommand } from '../../domain/transition.ts';
import { auditOrigin } from '../audit/origin.ts';
import { amount, fields, idText } from '../fields.ts';
import { type Context, define, traceOf } from '../operation.ts';
import type { Caller, OperationName } from '../permissions.ts';
import { viewDetail } from '../transactions/details.ts';
import { reason } from '../transactions/reason.ts';
import { refusalError } from '../transactions/refusals.ts';
import { isOfMode, targetOf } from '../transactions/scope.ts';
import type { TransitionOutcome } from '../transactions/store.ts';
import { transactionNotFound } from '../transactions/transactions.ts';
import { type TransactionDetail, transactionDetail } from '../transactions/views.ts';
import { findVisible } from '../transactions/visible.ts';

const target = { transactionId: idText };

/** Settles a test transaction, as the desk does when the money has come. */
export const settleTestTransaction = define({
  name: 'settleTestTransaction',
  kind: 'command',
  input: fields({
    ...target,
    /** The amount that was paid; the requested amount by default. */
    finalAmount: amount.optional(),
  }),
  output: transactionDetail,
  run: (context, { finalAmount, ...input }) => decide(context, input, { kind: 'settle', finalAmount }),
});

/** Rejects a test transaction. */
export const rejectTestTransaction = define({
  name: 'rejectTestTransaction',
  kind: 'command',
  input: fields({ ...target, reason: reason.optional() }),
  output: transactionDetail,
  run: (context, { reason: why, ...input }) => decide(context, input, { kind: 'reject', reason: why }),
});

/** Reverses a successful test transaction: its money went back. */
export const reverseTestTransaction = define({
  name: 'reverseTestTransaction',
  kind: 'command',
  input: fields({ ...target, reason: reason.optional() }),
  output: transactionDetail,
  run: (context, { reason: why, ...input }) => decide(context, input, { kind: 'reverse', reason: why }),
});

/** Expires a pending test deposit, whatever time it has left. */
export const expireTestTransaction = define({
  name: 'expireTestTransaction',
  kind: 'command',
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

const OPERATIONS = {
  settle: 'settleTestTransaction',
  reject: 'rejectTestTransaction',
  reverse: 'reverseTestTransaction',
  expire: 'expireTestTransaction',
} as const satisfies Record<TestDecision['kind'], OperationName>;

async function decide(
  context: Context,
  { transactionId }: { readonly transactionId: string },
  decision: TestDecision,
): Promise<TransactionDetail> {
  const { principal } = context;
  const [known] = TRANSACTION_ID.test(transactionId)
    ? await context.dependencies.transactions.findByIds([transactionId])
    : [];
  const target = targetOf(context, transactionId);
  if (!known || !isOfMode(principal, known) || known.clientId !== target.ownerId) throw transactionNotFound();
  const outcome = await applyTestDecision(context, known, {
    ...{ decision, operation: OPERATIONS[decision.kind] },
    actor: { kind: 'test', clientId: principal.client.id },
  });
  if (outcome.kind === 'missing') throw transactionNotFound();
  const [shown] = await findVisible(context, [transactionId]);
  if (!shown) throw transactionNotFound();
  return viewDetail(context, shown);
}

interface TestRequest {
  readonly decision: TestDecision;
  readonly actor: Actor;
  readonly operation: OperationName;
}

/**
 * Applies a decision to a test transaction by the ordinary transition.
 * @param known as it is stored.
 * @throws ServiceError the refusal of the transition.
 */
export async function applyTestDecision(
  context: Context<Caller>,
  known: Transaction,
  { decision, actor, operation }: TestRequest,
): Promise<TransitionOutcome> {
  const outcome = await context.dependencies.transactions.transition({
    ...{ transactionId: known.id, isTest: true, actor },
    command: commandOf(decision, known),
    audit: auditOrigin(context, operation),
    traceparent: traceOf(context),
  });
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  // Only a pending deposit expires.
  if (outcome.kind === 'stored' && !outcome.isChanged)
    throw refusalError({
      ...{ type: 'error_transition_not_allowed', transactionId: known.id },
      ...{ status: outcome.transaction.status, transition: decision.kind },
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
