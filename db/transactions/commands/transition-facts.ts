import type { Ending, SentMoney } from '../../../src/reconciliation/domain/matching/still-out.ts';
import type { PlannedLines } from '../../../src/transactions/domain/plan.ts';
import type { Happened } from '../../../src/transactions/domain/repeat.ts';
import type { Transaction } from '../../../src/transactions/domain/transaction.ts';
import {
  type Actor,
  TRANSITIONS,
  type TransitionCommand,
} from '../../../src/transactions/domain/transition.ts';
import { findStops } from '../../admin/queries/blacklist.ts';
import type { Audited } from '../../audit/commands/append-audit.ts';
import { lockTransactions } from '../../engines/statements.ts';
import { findRefunded } from '../../payouts/commands/line-money.ts';
import { findLivePayouts } from '../../payouts/queries/live.ts';
import { findPayoutPolicy } from '../../payouts/queries/policy.ts';
import { findSentMoney } from '../../payouts/queries/sent-money.ts';
import type { DatabaseTransaction } from '../../tables.ts';
import { findHappened } from '../queries/events.ts';
import { findPlans } from '../queries/plans.ts';
import { findTransactions } from '../queries/transactions.ts';
import type { StoredPlan } from '../rows/plans.ts';
import type { MeantMode } from './meant-mode.ts';

export interface ApplyTransition extends Audited, MeantMode {
  readonly transactionId: string;
  /** The client that must own the transaction; undefined where any may. */
  readonly ownerId?: string | undefined;
  readonly command: TransitionCommand;
  readonly actor: Actor;
  /** The id of the event, when the transition happens. */
  readonly eventId: string;
  /** The time after which the transition happens, unless it is undone before; 0 or undefined for now. */
  readonly holdMs?: number | undefined;
  /** The lines that an operator has confirmed, which are a reason to plan. */
  readonly lines?: PlannedLines | undefined;
  /** The id of the payout whose debit is the reason, where a line names one: the withdrawal can be in several files. */
  readonly endToEndId?: string | undefined;
  /** Why the money of a withdrawal that is reversed would be back; by default by the word of a person. */
  readonly ending?: Ending | undefined;
  readonly traceparent?: string | undefined;
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
  readonly payouts: Awaited<ReturnType<typeof findLivePayouts>>;
  /** The money in files for banks of withdrawals that people reverse. */
  readonly sent: ReadonlyMap<string, SentMoney>;
  /** The lines that name deposits which are to be paid by hand, and whose money was given back, or is going to be. */
  readonly refunded: Awaited<ReturnType<typeof findRefunded>>;
  /** Whether withdrawals are paid by hand. Only read where an ended one is to be. */
  readonly isByHandAllowed: boolean;
  /** The transitions from the old sequences that requests name. */
  readonly happened: Happened[];
}

/** Locks the transactions of a group, and reads what decides about them. */
export async function readFacts(
  trx: DatabaseTransaction,
  requests: readonly ApplyTransition[],
): Promise<Facts> {
  const ids = [...new Set(requests.map((request) => request.transactionId))];
  await lockTransactions(trx, ids);
  const found = await findTransactions(trx, ids);
  const paidIds = new Set(
    requests.flatMap(({ command, transactionId }) =>
      TRANSITIONS[command.kind].to === 'successful' ? transactionId : [],
    ),
  );
  const pendingWithdrawals = found.filter(
    ({ type, status }) => type === 'withdrawal' && status === 'pending',
  );
  const byHandIds = new Set(
    requests
      .flatMap((request) => (isByLine(request) ? [] : request.transactionId))
      .filter((id) => paidIds.has(id)),
  );
  const correctedIds = new Set(
    requests.flatMap(({ command, transactionId }) => (command.kind === 'correct' ? transactionId : [])),
  );
  const isPolicyRead = found.some(
    ({ id, type, isTest }) => type === 'withdrawal' && !isTest && correctedIds.has(id),
  );
  const transactions = new Map(found.map((transaction) => [transaction.id, transaction]));
  const reversedIds = new Set(
    requests.flatMap((request) =>
      // The matching has checked its own reversals: see findStopped.
      request.command.kind === 'reverse' && !isByLine(request) ? request.transactionId : [],
    ),
  );
  return {
    sent: await findSentMoney(
      trx,
      found.flatMap(({ id, type }) => (type === 'withdrawal' && reversedIds.has(id) ? id : [])),
    ),
    happened: await findHappened(trx, oldStatesOf(requests, transactions)),
    refunded: await findRefunded(
      trx,
      found.filter(({ id, type, isTest }) => type === 'deposit' && !isTest && byHandIds.has(id)),
    ),
    isByHandAllowed: !isPolicyRead || (await findPayoutPolicy(trx)).policy.isByHandAllowed,
    transactions,
    plans: await findPlans(trx, ids),
    stops: await findStops(
      trx,
      found.filter(({ id }) => paidIds.has(id)),
    ),
    payouts: await findLivePayouts(
      trx,
      pendingWithdrawals.map(({ id }) => id),
    ),
  };
}

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

/** Whether a booked line of a bank is the reason: the payment has happened, whatever the desk was going to do. */
export function isByLine({ command, actor }: ApplyTransition): boolean {
  return actor.kind === 'reconciliation' || ('isByLine' in command && command.isByLine === true);
}
