import { type FactIndex, namedDeposits, type ReadLine } from './fact-index.ts';
import type { DepositFacts, LineDecision } from './model.ts';
import { depositsPaidBy, namedAnother, takenBackBy } from './obstacles.ts';
import { userKey } from './payers.ts';
import { type MatchPolicy, STRICT_POLICY } from './policy.ts';
import type { Reason } from './reasons.ts';
import { isWithin } from './time-of-line.ts';

const MINOR_UNITS = 100;

/**
 * Rule 2, where the client has switched it on: the exact name and the exact amount, each of one line and one deposit
 * alone among all clients' deposits of the account, open or ended recently, and a second proof. The proof is an IBAN
 * from which this user has paid, or an amount that is not round and that no other deposit has.
 * @returns undefined unless all of it holds.
 */
export function decideByName(subject: ReadLine, index: FactIndex): LineDecision | undefined {
  if (!speaksForItself(subject, index)) return undefined;
  const deposit = onlyDeposit(subject, index);
  if (deposit === undefined || !isOnlyLine(subject, deposit, index)) return undefined;
  const policy = index.facts.policies.get(deposit.clientId) ?? STRICT_POLICY;
  if (!isWithin(subject.line, deposit, index.facts.nameWindowMs)) return undefined;
  if (takenBackBy(subject, deposit, index) !== undefined || mayBePayout(subject, index)) return undefined;
  if (namedAnother(subject, deposit, index) !== undefined) return undefined;
  const proof = prove(subject, deposit, { index, policy });
  if (proof === undefined) return undefined;
  const { transactionId, sequence } = deposit;
  const reasons: readonly Reason[] = [{ code: 'name', grade: 'exact' }, { code: 'amount-exact' }, proof];
  return {
    lineId: subject.lineId,
    state: 'matched',
    rule: proof.code === 'iban-known' ? 'name-iban' : 'name-amount',
    evidence: reasons,
    candidates: [{ type: 'deposit', transactionId, reasons, rank: 1 }],
    action: { kind: 'settle', transactionId, sequence, finalAmountMinor: subject.line.amountMinor },
  };
}

/** A payer who typed any reference, or who pays for somebody else, means more than the name says. */
function speaksForItself({ reading }: ReadLine, index: FactIndex): boolean {
  const { references, name, ultimateName, isForAnother } = reading;
  if (name === null || isForAnother || references.whole.length > 0) return false;
  if (ultimateName !== null && !isSameName(ultimateName.tokens, name.tokens)) return false;
  const meant = [...references.loose, ...references.near.keys()];
  return !meant.some((reference) => index.depositsByReference.has(reference));
}

/** The deposit of the exact name, if no other deposit of the amount has a name that could be the same. */
function onlyDeposit({ line, reading }: ReadLine, index: FactIndex): DepositFacts | undefined {
  const likely = depositsPaidBy(line.amountMinor, index).filter(
    (deposit) => deposit.name === null || index.grade(deposit, reading.name) !== 'no',
  );
  const [deposit] = likely;
  if (likely.length !== 1 || deposit === undefined) return undefined;
  const isOpen =
    deposit.state === 'pending' && deposit.settledByLineId === null && deposit.currency === line.currency;
  return isOpen && index.grade(deposit, reading.name) === 'exact' ? deposit : undefined;
}

/** Whether no other money of the amount could be for the deposit: pending and held lines count, and nameless ones. */
function isOnlyLine({ lineId, line }: ReadLine, deposit: DepositFacts, index: FactIndex): boolean {
  if (index.linesByDeposit.has(deposit.transactionId) || index.isCrowdedAmount(line.amountMinor))
    return false;
  return (index.creditsByAmount.get(line.amountMinor) ?? []).every((other) => {
    if (other.lineId === lineId) return true;
    if (other.reading.isCut) return false;
    const named = namedDeposits(other.reading, index);
    if (named.length > 0) return named.every(({ transactionId }) => transactionId !== deposit.transactionId);
    const { name, ultimateName, text } = other.reading;
    if (name === null || index.isInTexts(deposit, text)) return false;
    return index.grade(deposit, name) === 'no' && index.grade(deposit, ultimateName) === 'no';
  });
}

/** Whether it could be a withdrawal of ours that came back without a mark. */
function mayBePayout({ line, reading }: ReadLine, index: FactIndex): boolean {
  return (index.withdrawalsByAmount.get(line.amountMinor) ?? []).some(
    (withdrawal) =>
      withdrawal.currency === line.currency &&
      (withdrawal.name === null ||
        (line.counterpartyIban !== null && withdrawal.iban === line.counterpartyIban) ||
        index.grade(withdrawal, reading.name) !== 'no'),
  );
}

/** Finds the second proof, of the kinds that the policy takes. */
function prove(
  subject: ReadLine,
  deposit: DepositFacts,
  { index, policy: { nameRule } }: { readonly index: FactIndex; readonly policy: MatchPolicy },
): Proof | undefined {
  if (nameRule === 'off') return undefined;
  const byIban = proveByIban(subject, deposit, index);
  return byIban ?? (nameRule === 'ibanOrAmount' ? proveByAmount(subject, deposit, index) : undefined);
}

type Proof = Extract<Reason, { readonly code: 'iban-known' | 'amount-unique' }>;

/**
 * An IBAN that is known for a user of another name, for two users of the client or for more than are compared is shared and
 * proves nothing.
 */
function proveByIban(
  { line, reading }: ReadLine,
  deposit: DepositFacts,
  index: FactIndex,
): Proof | undefined {
  const { counterpartyIban } = line;
  const own = index.payers.find(counterpartyIban, deposit);
  if (own === undefined || index.payers.isCrowded(counterpartyIban)) return undefined;
  const isShared = index.payers
    .ofIban(counterpartyIban)
    .some(
      (payer) =>
        index.gradeText(payer.name, reading.name) !== 'exact' ||
        (payer.clientId === deposit.clientId && payer.userId !== deposit.userId),
    );
  return isShared ? undefined : { code: 'iban-known', source: own.source };
}

/** A round amount proves nothing: strangers of the same name pay it too. */
function proveByAmount(
  { line, reading }: ReadLine,
  deposit: DepositFacts,
  index: FactIndex,
): Proof | undefined {
  const { amountMinor, counterpartyIban } = line;
  if (amountMinor % MINOR_UNITS === 0 || index.depositsByAmount.get(amountMinor)?.length !== 1)
    return undefined;
  const namesakes = (reading.name?.tokens ?? [])
    .flatMap((token) => index.depositsByNameToken.get(token) ?? [])
    .filter(({ transactionId }) => transactionId !== deposit.transactionId);
  if (namesakes.some((other) => index.grade(other, reading.name) !== 'no')) return undefined;
  if (counterpartyIban !== null) {
    const { payers } = index;
    if (payers.hasPaid(deposit) && payers.find(counterpartyIban, deposit) === undefined) return undefined;
    if (payers.ofIban(counterpartyIban).some((payer) => userKey(payer) !== userKey(deposit)))
      return undefined;
  }
  return { code: 'amount-unique' };
}

function isSameName(some: readonly string[], others: readonly string[]): boolean {
  return [...some].sort().join(' ') === [...others].sort().join(' ');
}
