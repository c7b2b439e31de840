/** The most lines that pay a transaction together. Stored decisions are numbered with it, so it must not change. */
export const MAX_CONFIRMED_TOGETHER = 50;

/**
 * A line that is matched with a transaction. If a deposit is paid, a debit returns the payment, and another line pays
 * it again, these are its rounds. Each has one payment, of one line or of several together, and the debit of a round
 * has returned that. If a round has only a debit, it took a credit that no line has shown.
 */
export interface MatchOfRound {
  readonly transactionId: string;
  readonly lineId: string;
  /** Its round and its place among the lines that were confirmed together: see partIn. */
  readonly part: number;
  /** Whether it has paid; otherwise it is the debit that has returned a deposit. */
  readonly pays: boolean;
}

/** Returns the number of a decision, from its round and place. It is unique, so no transaction is paid twice. */
export function partIn(round: number, place: number): number {
  return round * MAX_CONFIRMED_TOGETHER + place;
}

/** Returns the parts of the round of a part: from the first up to the second number, exclusive. */
export function partsOfRound(part: number): readonly [number, number] {
  const round = roundOf(part);
  return [partIn(round, 0), partIn(round + 1, 0)];
}

function roundOf(part: number): number {
  return Math.floor(part / MAX_CONFIRMED_TOGETHER);
}

/** Returns the round of the next match of a transaction: a new one once a debit has returned it. */
export function nextRound(matches: readonly Pick<MatchOfRound, 'part' | 'pays'>[]): number {
  return Math.max(0, ...matches.map(({ part, pays }) => roundOf(part) + Number(!pays)));
}

/** Whether no match of a transaction is of a later round than a part. */
export function isLastRound(part: number, matches: readonly Pick<MatchOfRound, 'part'>[]): boolean {
  return matches.every((match) => roundOf(match.part) <= roundOf(part));
}

/** Returns the payments of transactions that no debit has returned. */
export function standingPayments<M extends MatchOfRound>(matches: readonly M[]): readonly M[] {
  return onlyKindInRound(matches, true);
}

/** Returns the debits that have returned a deposit by taking a credit that no line has shown. */
export function unnamedReturns<M extends MatchOfRound>(matches: readonly M[]): readonly M[] {
  return onlyKindInRound(matches, false);
}

/** Returns the matches of one kind whose rounds have none of the other kind. */
function onlyKindInRound<M extends MatchOfRound>(matches: readonly M[], pays: boolean): readonly M[] {
  const others = new Set(matches.filter((match) => match.pays !== pays).map(keyOfRound));
  return matches.filter((match) => match.pays === pays && !others.has(keyOfRound(match)));
}

function keyOfRound({ transactionId, part }: MatchOfRound): string {
  return `${transactionId} ${roundOf(part)}`;
}
