import type { AmountLimits } from '../banks/domain/bank.ts';
import { TRANSACTION_ID } from '../kernel/ids.ts';
import type { Context } from '../operations/operation.ts';
import { requireAccount } from '../reconciliation/find-account.ts';
import { viewDetail } from './details.ts';
import type { Actor, PayCommand, TransitionCommand } from './domain/transition.ts';
import { namedRefusal } from './named-refusal.ts';
import { refuseSeenByAlone } from './reason.ts';
import { targetOf } from './scope.ts';
import { transactionNotFound } from './transactions.ts';
import type { TransactionDetail } from './views.ts';

export interface PayInput extends Omit<PayCommand, 'finalAmountMinor' | 'limits'>, Target {
  readonly finalAmount?: number | undefined;
}

/**
 * Runs a transition that may set the final amount, and names the account that paid. Only a given amount is compared with
 * the limits of the bank.
 */
export async function pay(
  context: Context,
  { transactionId, holdSeconds, finalAmount: finalAmountMinor, ...command }: PayInput,
): Promise<TransactionDetail> {
  const { paidFromAccountId } = command;
  if (paidFromAccountId !== undefined)
    await requireAccount(context.dependencies.db, paidFromAccountId, 'paidFromAccountId');
  const limits = finalAmountMinor === undefined ? undefined : await findLimits(context, transactionId);
  const target = { transactionId, holdSeconds };
  return transition(context, target, { ...command, finalAmountMinor, limits });
}

/** The limits of a transaction's bank for its type; undefined when the bank or its list is not known now. */
export async function findLimits(
  { dependencies: { db, banks } }: Context,
  transactionId: string,
): Promise<AmountLimits | undefined> {
  if (!TRANSACTION_ID.test(transactionId)) return undefined;
  const transaction = await db.read('findTransaction', transactionId);
  if (!transaction) return undefined;
  const bank = await banks.find(transaction.bankId);
  return typeof bank === 'string' ? undefined : (bank[transaction.type] ?? undefined);
}

type CallersCommand = Exclude<TransitionCommand, { readonly kind: 'expire' }>;

interface Target {
  readonly transactionId: string;
  readonly holdSeconds?: number | undefined;
}

/** Runs the transition that the caller asks for. */
export async function transition(
  context: Context,
  { transactionId, holdSeconds = 0 }: Target,
  command: CallersCommand,
): Promise<TransactionDetail> {
  const { dependencies } = context;
  if ('reason' in command || 'seenBy' in command) refuseSeenByAlone(command);
  // A malformed id names no transaction.
  if (!TRANSACTION_ID.test(transactionId)) throw transactionNotFound();
  const outcome = await dependencies.transactions.transition({
    ...targetOf(context, transactionId),
    command,
    actor: actorOf(context),
    holdMs: holdSeconds * 1000,
    ...context.meta,
  });
  if (outcome.kind === 'missing') throw transactionNotFound();
  if (outcome.kind === 'refused') throw await namedRefusal(context, outcome.refusal);
  return viewDetail(context, outcome.transaction);
}

export function actorOf({ principal }: Context): Actor {
  return { kind: principal.role === 'merchant' ? 'client' : 'operator', clientId: principal.client.id };
}
