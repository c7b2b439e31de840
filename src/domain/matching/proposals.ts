import { shortReference } from '../reference.ts';
import type { FactIndex, ReadLine } from './fact-index.ts';
import type { DepositFacts, LineDecision } from './model.ts';
import { reasonsOfEnd, strangersOf } from './obstacles.ts';
import { userKey } from './payers.ts';
import { type Reason, rankCandidates, type Weighed } from './reasons.ts';
import { daysApart, isBeforeDeposit } from './time-of-line.ts';

const MAX_DAYS = 10;
/** Amounts that differ more are no slip of a payer: only the exact name of one that waits is then a reason. */
const LIKELY_DIFFERENCE_DIVISOR = 5;
/** More open deposits of one amount than this say nothing about a line without a name. */
const MAX_OF_ONE_AMOUNT = 3;

/** How candidates are ordered. The numbers only rank: no sum of them ever settles anything. */
const RANKS = {
  nearReference: 4000,
  amountExact: 1000,
  amountLikely: 200,
  ibanKnown: 900,
  exact: 800,
  compatible: 600,
  inTexts: 500,
  maybe: 250,
  amountUnique: 300,
  pending: 200,
  settledByLine: -400,
  before: -600,
  day: -20,
} as const;

/** Rule 3: the deposits that a line may pay, the likeliest first; and rule 4 for a line that fits none. */
export function propose(subject: ReadLine, index: FactIndex): LineDecision {
  const { lineId } = subject;
  const weighed = [...gather(subject, index)].flatMap((deposit) => weigh(subject, deposit, index) ?? []);
  const candidates = rankCandidates(weighed);
  const evidence = strangersOf(subject, index).map(
    (reference): Reason => ({ code: 'other-reference', reference }),
  );
  if (candidates.length === 0)
    return { lineId, state: 'unknown', rule: 'nothing-fits', evidence, candidates, action: null };
  return { lineId, state: 'proposed', rule: 'ranked', evidence, candidates, action: null };
}

/** Every deposit with which a line has anything in common that can make a proposal. */
function gather({ line, reading }: ReadLine, index: FactIndex): ReadonlySet<DepositFacts> {
  const found = new Set<DepositFacts>();
  for (const reference of reading.references.near.keys())
    for (const deposit of index.depositsByReference.get(reference) ?? []) found.add(deposit);
  for (const deposit of index.depositsByAmount.get(line.amountMinor) ?? []) found.add(deposit);
  for (const payer of index.payers.ofIban(line.counterpartyIban))
    for (const deposit of index.depositsByUser.get(userKey(payer)) ?? []) found.add(deposit);
  // One shared word is a common first name.
  const shared = new Map<DepositFacts, number>();
  const { name, ultimateName } = reading;
  for (const word of new Set([...(name?.tokens ?? []), ...(ultimateName?.tokens ?? []), ...reading.text.all]))
    for (const deposit of index.depositsByNameToken.get(word) ?? [])
      shared.set(deposit, (shared.get(deposit) ?? 0) + 1);
  for (const [deposit, words] of shared) if (words > 1) found.add(deposit);
  return found;
}

function weigh(subject: ReadLine, deposit: DepositFacts, index: FactIndex): Weighed | undefined {
  const reasons: Reason[] = [];
  let weight = 0;
  const add = (points: number, reason?: Reason) => {
    weight += points;
    if (reason) reasons.push(reason);
  };
  const isNear = addNear(subject, deposit, add);
  const isAmount = addAmount(subject, deposit, { index, add });
  const isPerson = addPerson(subject, deposit, { index, add });
  const { amountMinor } = deposit;
  const isLikely =
    Math.abs(subject.line.amountMinor - amountMinor) * LIKELY_DIFFERENCE_DIVISOR <= amountMinor;
  const isNamed = index.grade(deposit, subject.reading.name) === 'exact' && deposit.state === 'pending';
  if (!isNear && !(isPerson && (isLikely || isNamed)) && !isAmount) return undefined;
  if (!isNear && isElsewhere(subject, deposit)) return undefined;
  if (isLikely) add(RANKS.amountLikely);
  addEnd(subject, deposit, add);
  return { candidate: { type: 'deposit', transactionId: deposit.transactionId, reasons }, weight };
}

type Add = (points: number, reason?: Reason) => void;

interface Weighing {
  readonly index: FactIndex;
  readonly add: Add;
}

function addNear({ bankAccountId, reading }: ReadLine, deposit: DepositFacts, add: Add): boolean {
  const { reference } = deposit;
  if (reading.references.near.size === 0) return false;
  const typed = reference === null ? undefined : reading.references.near.get(shortReference(reference));
  if (reference === null || typed === undefined) return false;
  add(RANKS.nearReference, { code: 'near-reference', reference, typed });
  if (bankAccountId !== deposit.bankAccountId)
    add(0, { code: 'other-account', bankAccountId: deposit.bankAccountId });
  return true;
}

/** @returns whether the amount alone is a reason to propose the deposit. */
function addAmount({ line, reading }: ReadLine, deposit: DepositFacts, { index, add }: Weighing): boolean {
  const differenceMinor = line.amountMinor - deposit.amountMinor;
  if (differenceMinor !== 0) {
    add(0, { code: 'amount-differs', differenceMinor });
    return false;
  }
  add(RANKS.amountExact, { code: 'amount-exact' });
  const same = index.depositsByAmount.get(line.amountMinor) ?? [];
  if (same.length === 1) add(RANKS.amountUnique, { code: 'amount-unique' });
  if (deposit.state !== 'pending') return false;
  return same.length === 1 || (reading.name === null && same.length <= MAX_OF_ONE_AMOUNT);
}

/** @returns whether the person of the deposit can be the payer. */
function addPerson({ line, reading }: ReadLine, deposit: DepositFacts, { index, add }: Weighing): boolean {
  const payer = index.payers.find(line.counterpartyIban, deposit);
  if (payer) add(RANKS.ibanKnown, { code: 'iban-known', source: payer.source });
  const grades = [index.grade(deposit, reading.name), index.grade(deposit, reading.ultimateName)];
  const grade = (['exact', 'compatible', 'maybe'] as const).find((known) => grades.includes(known));
  if (grade) add(RANKS[grade], { code: 'name', grade });
  const isInTexts = grade === undefined && index.isInTexts(deposit, reading.text);
  if (isInTexts) add(RANKS.inTexts, { code: 'name-in-text' });
  return payer !== undefined || grade !== undefined || isInTexts;
}

function addEnd({ line }: ReadLine, deposit: DepositFacts, add: Add): void {
  if (deposit.state === 'pending') add(RANKS.pending);
  for (const reason of reasonsOfEnd(deposit))
    add(deposit.settledByLineId === null ? 0 : RANKS.settledByLine, reason);
  if (isBeforeDeposit(line, deposit)) add(RANKS.before, { code: 'before-deposit' });
  const days = daysApart(line, deposit);
  if (days === null) return;
  add(RANKS.day * Math.min(days, MAX_DAYS), days <= 1 ? { code: 'near-in-time', days } : undefined);
}

function isElsewhere({ bankAccountId, line }: ReadLine, deposit: DepositFacts): boolean {
  return deposit.bankAccountId !== bankAccountId || deposit.currency !== line.currency;
}
