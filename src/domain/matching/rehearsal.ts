import type { DepositFacts, KnownPayer, LineDecision, LineFacts, MatchFacts } from './model.ts';
import { userKey } from './payers.ts';
import { payersTaughtBy } from './taught-payers.ts';

/** A deposit that a line would settle. */
interface WouldSettle {
  readonly transactionId: string;
  readonly lineId: string;
  /** The user whose pending deposit it is; null for one that had ended. */
  readonly pendingOf: string | null;
}

/** The changes that the groups of lines before would have made, as plain data. */
export interface RehearsedChanges {
  readonly settled: readonly WouldSettle[];
  readonly payers: readonly KnownPayer[];
  /** Lines that are stored, and would be closed. */
  readonly closedLineIds: readonly string[];
}

export const NO_CHANGES: RehearsedChanges = { settled: [], payers: [], closedLineIds: [] };

/** The facts of a group of lines as they would be after those before it, which nothing has stored. */
export function rehearse(facts: MatchFacts, changes: RehearsedChanges): MatchFacts {
  const settled = new Map(changes.settled.map((one) => [one.transactionId, one]));
  const closed = new Set(changes.closedLineIds);
  // A user has one pending deposit, so that settling it leaves none.
  const freed = new Set(changes.settled.flatMap(({ pendingOf }) => pendingOf ?? []));
  const deposits = facts.deposits.map((deposit): DepositFacts => {
    const isReplaced = deposit.isReplaced && !freed.has(userKey(deposit));
    const by = settled.get(deposit.transactionId);
    if (!by) return { ...deposit, isReplaced };
    const ended = { state: 'successful', endedAtMs: facts.nowMs, settledByLineId: by.lineId } as const;
    return { ...deposit, isReplaced, ...ended, sequence: deposit.sequence + 1 };
  });
  return {
    ...facts,
    deposits,
    otherLines: facts.otherLines.filter(({ lineId }) => !closed.has(lineId)),
    moneyOut: facts.moneyOut.filter(({ lineId }) => !closed.has(lineId)),
    // A payer who is known already is not stored anew.
    knownPayers: uniquePayers([...changes.payers, ...facts.knownPayers]).filter(
      isAskedFor(facts.lines, deposits),
    ),
  };
}

/** The payers, each account of a user once: the last. */
function uniquePayers(payers: readonly KnownPayer[]): KnownPayer[] {
  return [...new Map(payers.map((payer) => [JSON.stringify([userKey(payer), payer.iban]), payer])).values()];
}

/** Whether a payer has the IBAN of a line, or a pending deposit: those are all that facts hold. */
function isAskedFor(lines: readonly LineFacts[], deposits: readonly DepositFacts[]) {
  const ibans = new Set(lines.flatMap(({ line }) => line.counterpartyIban ?? []));
  const users = new Set(deposits.filter(({ state }) => state === 'pending').map(userKey));
  return (payer: KnownPayer) => ibans.has(payer.iban) || users.has(userKey(payer));
}

/** The changes that decisions would make, by the facts of which they were made. */
export function changesOf(facts: MatchFacts, decisions: readonly LineDecision[]): RehearsedChanges {
  const depositOf = new Map(facts.deposits.map((deposit) => [deposit.transactionId, deposit]));
  const settled = decisions.flatMap(({ lineId, action }): WouldSettle[] => {
    const deposit = action && depositOf.get(action.transactionId);
    if (!deposit) return [];
    const pendingOf = deposit.state === 'pending' ? userKey(deposit) : null;
    return [{ transactionId: deposit.transactionId, lineId, pendingOf }];
  });
  const payers = payersTaughtBy(facts, decisions).flatMap(
    ({ transactionId, clientId, userId, iban }): KnownPayer[] => {
      const name = depositOf.get(transactionId)?.name;
      return name ? [{ clientId, userId, iban, name, source: 'reference' }] : [];
    },
  );
  return { settled, payers, closedLineIds: [] };
}
