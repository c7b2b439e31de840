import { type FactIndex, indexFacts, namedDeposits, type ReadLine } from './fact-index.ts';
import type { MatchFacts } from './model.ts';
import { isToPayer, moneyBackBy } from './money-back.ts';
import { couldBePayer, namesShown, showsName } from './payer-names.ts';
import type { Reason } from './reasons.ts';

/** The facts that do not matter for doubts, left empty. */
const NOTHING: Omit<MatchFacts, keyof DoubtFacts> = {
  nowMs: 0,
  otherLines: [],
  likely: null,
  withdrawals: [],
  payouts: [],
  sentMoney: new Map(),
  sentRefunds: [],
  sentPayouts: [],
  reclaimable: null,
  policies: new Map(),
  lateGraceMs: 0,
  recentMs: 0,
};

/** A reason to doubt that the money of a line can be credited, with the other line that causes it. */
export type Doubt = Extract<Reason, { readonly code: 'taken-back' | 'same-payment' }>;

const DOUBTS: readonly Reason['code'][] = ['taken-back', 'same-payment'] satisfies Doubt['code'][];

/** Whether a reason is a doubt. A doubt in a stored decision existed when that was made, and can be gone by now. */
export function isDoubt({ code }: Reason): boolean {
  return DOUBTS.includes(code);
}

const known = new WeakMap<ReadLine, readonly Doubt[]>();

/**
 * Finds the doubts about the money of a line, whatever it is to move: an unexplained debit can have given a credit's
 * money back, or another line can have brought the same payment before.
 */
export function doubtsOf(subject: ReadLine, index: FactIndex): readonly Doubt[] {
  const found = known.get(subject) ?? findDoubts(subject, index);
  known.set(subject, found);
  return found;
}

function findDoubts(subject: ReadLine, index: FactIndex): readonly Doubt[] {
  // For other accounts, neither debits nor equal payments are read.
  if (subject.bankAccountId !== index.facts.bankAccountId) return [];
  const doubts: Doubt[] = [];
  const back = moneyBackBy(subject, index);
  if (back) doubts.push({ code: 'taken-back', byLineId: back });
  const same = samePayment(subject, index);
  if (same) doubts.push({ code: 'same-payment', byLineId: same.lineId });
  return doubts;
}

/**
 * Finds the line from another source, with other texts, that has brought the same payment before. It is one whose money
 * was used, unless each of the two names another deposit. Of two waiting lines that name one deposit, it is the first.
 * If there are more than can be compared, it is any of them.
 */
function samePayment(subject: ReadLine, index: FactIndex): ReadLine | undefined {
  const { others = [], areTooMany } = index.equalsByLine.get(subject.lineId) ?? {};
  if (areTooMany) return others[0];
  const own = namedDeposits(subject.reading, index).map(({ transactionId }) => transactionId);
  return others.find(({ named, ...other }) => {
    if (!isOfPayer(subject, other)) return false;
    const isShared = own.some((id) => named.includes(id));
    if (other.isOpen) return isShared && other.lineId < subject.lineId;
    return isShared || own.length === 0 || named.length === 0;
  });
}

/** Whether two lines can be of the same payer or payee. */
function isOfPayer(one: ReadLine, other: ReadLine): boolean {
  if (one.line.counterpartyIban !== null && other.line.counterpartyIban !== null)
    return isToPayer(one, other);
  if (!showsName(one) || !showsName(other)) return true;
  return namesShown(one).some((name) => couldBePayer(other, name));
}

/** The facts about lines of one account that speak against their money. */
export type DoubtFacts = Pick<MatchFacts, 'bankAccountId' | 'lines' | 'debits' | 'equals' | 'deposits'>;

/** Finds the doubts about lines, by their ids. Lines without doubts are left out. */
export function findAllDoubts(facts: DoubtFacts): ReadonlyMap<string, readonly Doubt[]> {
  const index = indexFacts({ ...NOTHING, ...facts });
  const found = index.lines.map((line) => [line.lineId, doubtsOf(line, index)] as const);
  return new Map(found.filter(([, doubts]) => doubts.length > 0));
}
