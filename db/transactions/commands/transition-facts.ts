import type { Ending, SentMoney } from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { PlannedLines } from '../../../src/transactions/domain/plan.ts';
import type { PastTransition } from '../../../src/transactions/domain/repeat.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import { TRANSITIONS, type TransitionCommand } from '../../../src/transactions/domain/transition.ts';
import type { TransitionRequest } from '../../../src/transactions/store.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findRefunded } from '../../payouts/commands/line-money.ts';
import { findPayouts } from '../../payouts/queries/live.ts';
import { findPaidAgainIn } from '../../payouts/queries/paid-again.ts';
import { findPayoutPolicy } from '../../payouts/queries/policy.ts';
import { findSentMoney } from '../../payouts/queries/sent-money.ts';
import { holdsPayouts, readRestored } from '../../sql/metadata.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findPastTransitions } from '../queries/events.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransactions } from '../queries/transactions.ts';
import type { StoredPlan } from '../rows/plans.ts';

export interface ApplyTransition extends TransitionRequest {
  /** The id of the event, when the transition happens. */
  readonly eventId: string;
  /** The lines that an operator has confirmed, if they are the reason of a plan. */
  readonly lines?: PlannedLines | undefined;
  /** The id of the payout whose debit is the reason, if a line names one: a withdrawal can be in several files. */
  readonly endToEndId?: string | undefined;
  /** The evidence that the money of a reversed withdrawal is back; by default a person says so. */
  readonly ending?: Ending | undefined;
  /** The time of the decision, by the steady clock, whose claims count; now by default. */
  readonly decidedAtMs?: number | undefined;
}

/** The stored state of a group's transactions, by their ids. Each decision updates it for the next one. */
export interface Facts {
  readonly transactions: Map<string, Transaction>;
  readonly plans: Map<string, StoredPlan>;
  /** The entries of the blacklist that stop them. Only read for those that are to be paid. */
  readonly stops: ReadonlyMap<string, readonly string[]>;
  /** The batches that are going to pay them. */
  readonly payouts: Awaited<ReturnType<typeof findPayouts>>['live'];
  /** The money in files for banks of withdrawals that people reverse. */
  readonly sent: ReadonlyMap<string, SentMoney>;
  /** The debits of pending withdrawals that would end unpaid. */
  readonly paidAgain: Awaited<ReturnType<typeof findPaidAgainIn>>;
  /** The ids that a restore holds: withdrawals that would be cancelled, and deposits from before it that would expire. */
  readonly heldIds: ReadonlySet<string>;
  /** The lines whose money was or will be refunded, and that name deposits to be settled by hand. */
  readonly refunded: Awaited<ReturnType<typeof findRefunded>>;
  /** Whether withdrawals are paid by hand. Only read where an ended one is to be. */
  readonly isByHandAllowed: boolean;
  /** The transitions from the old sequences that requests name. */
  readonly pastTransitions: PastTransition[];
}

/** Locks the transactions of a group, and reads what decides about them. */
export async function readFacts(
  trx: DatabaseTransaction,
  requests: readonly ApplyTransition[],
): Promise<Facts> {
  const ids = [...new Set(requests.map((request) => request.transactionId))];
  await lockTransactions(trx, ids);
  const found = await findTransactions(trx, ids);
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const askedFor = (isAsked: (request: ApplyTransition) => boolean): readonly Transaction[] => {
    const asked = new Set(requests.filter(isAsked).map(({ transactionId }) => transactionId));
    return found.filter(({ id }) => asked.has(id));
  };
  const pays = ({ command }: ApplyTransition) => TRANSITIONS[command.kind].to === 'successful';
  const corrected = askedFor(({ command }) => command.kind === 'correct').filter(isLiveWithdrawal);
  const payouts = await findPayouts(trx, idsOf(found.filter(isPendingWithdrawal)));
  const freed = new Set(idsOf(askedFor(({ command }) => endsUnpaid(command))));
  // The matching has checked its own reversals: see findStopped.
  const reversed = askedFor((request) => request.command.kind === 'reverse' && !isByLine(request));
  const cancelled = askedFor(({ command }) => command.kind === 'cancel').filter(isLiveWithdrawal);
  const expired = askedFor(({ command }) => command.kind === 'expire').filter(isLiveDeposit);
  return {
    heldIds: new Set(idsOf(await findHeld(trx, { cancelled, expired }))),
    sent: await findSentMoney(trx, idsOf(reversed.filter(({ type }) => type === 'withdrawal'))),
    paidAgain: await findPaidAgainIn(
      trx,
      payouts.named.filter(({ transactionId }) => freed.has(transactionId)),
    ),
    pastTransitions: await findPastTransitions(trx, oldStatesOf(requests, transactions)),
    refunded: await findRefunded(
      trx,
      askedFor((request) => pays(request) && !isByLine(request)).filter(isLiveDeposit),
    ),
    isByHandAllowed: corrected.length === 0 || (await findPayoutPolicy(trx)).policy.isByHandAllowed,
    transactions,
    plans: await findPlans(trx, ids),
    stops: await findStops(trx, askedFor(pays)),
    payouts: payouts.live,
  };
}

async function findHeld(
  trx: DatabaseTransaction,
  { cancelled, expired }: Readonly<Record<'cancelled' | 'expired', readonly Transaction[]>>,
): Promise<readonly Transaction[]> {
  const isHeld = cancelled.some(isPendingWithdrawal) && (await holdsPayouts(trx));
  const heldSinceMs = expired.length > 0 ? await readRestored(trx, 'heldSinceMs') : 0;
  return [...(isHeld ? cancelled : []), ...expired.filter(({ createdAtMs }) => createdAtMs < heldSinceMs)];
}

/** Whether a command ends a pending transaction unpaid. The user of a withdrawal then has the money back. */
export function endsUnpaid({ kind }: TransitionCommand): boolean {
  return kind === 'cancel' || kind === 'reject';
}

const idsOf = (transactions: readonly Transaction[]) => transactions.map(({ id }) => id);
const isPendingWithdrawal = ({ type, status }: Transaction) => type === 'withdrawal' && status === 'pending';
const isLiveWithdrawal = ({ type, isTest }: Transaction) => type === 'withdrawal' && !isTest;
const isLiveDeposit = ({ type, isTest }: Transaction) => type === 'deposit' && !isTest;

/** The states of transactions that requests name and that are no longer the last ones. */
function oldStatesOf(
  requests: readonly ApplyTransition[],
  transactions: ReadonlyMap<string, Transaction>,
): { readonly transactionId: string; readonly sequence: number }[] {
  return requests.flatMap(({ transactionId, command }) => {
    const { sequence } = command.kind === 'expire' ? {} : command;
    const last = transactions.get(transactionId)?.sequence ?? 0;
    return sequence !== undefined && sequence < last ? [{ transactionId, sequence }] : [];
  });
}

/** Whether a booked bank line is the reason: the payment has happened, whatever the desk intended. */
export function isByLine({ command, actor }: ApplyTransition): boolean {
  return actor.kind === 'reconciliation' || ('isByLine' in command && command.isByLine === true);
}
