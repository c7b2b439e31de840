import type { StatementKind, StatementLine } from './statement.ts';

/** The fields of a statement that show whether another one can contain the same lines. Amounts are minor units. */
export interface StatementSpan {
  readonly kind: StatementKind;
  readonly sequenceNumber: string | null;
  readonly page: number;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  /** The days of its first and last line. */
  readonly firstLineDate: string | null;
  readonly lastLineDate: string | null;
  /** Whether it and others of its file and day bring the balance back to its beginning: see findRuns. */
  readonly isInLoop?: boolean;
}

type LineIdentity = Pick<StatementLine, 'bankReference' | 'balanceAfterMinor'>;

/** A line of the file that is being imported. */
export interface GivenLine extends LineIdentity, Pick<StatementLine, 'status' | 'isBankReferenceTrusted'> {
  readonly span: StatementSpan;
}

/** A line with the same key from another statement. */
export interface EqualLine extends LineIdentity {
  /** The statements that contain it, first the one that contained it first. */
  readonly spans: readonly [StatementSpan, ...StatementSpan[]];
}

/**
 * Finds the known line that a given one repeats. Lines with one key say the same, and are the same payment unless
 * something proves otherwise: different bank ids in messages of the same kind, statements of which one begins where the
 * other ended, or different statement numbers.
 * @param known equal lines of other statements, of the same file or of earlier ones.
 */
export function findSame<T extends EqualLine>(line: GivenLine, known: readonly T[]): T | undefined {
  const isSameId = (one: T) => one.bankReference === line.bankReference;
  const isCopied = (one: T) => one.spans.some((span) => isCopy(span, line.span));
  return (
    known.find((one) => isSameId(one) && isCopied(one) && !isAnother(line, one)) ??
    known.find((one) => isSameId(one) && !isAnother(line, one)) ??
    known.find((one) => !isAnother(line, one))
  );
}

/** Whether two statements have the same opening and closing balances. */
function isCopy(one: StatementSpan, other: StatementSpan): boolean {
  return one.openingMinor === other.openingMinor && one.closingMinor === other.closingMinor;
}

function isAnother(line: GivenLine, known: EqualLine): boolean {
  // The key of such a line is made of an id unique to it. Pending lines settle nothing, and banks change their ids.
  if (line.isBankReferenceTrusted || line.status === 'pending') return false;
  const hasIds = line.bankReference !== null && known.bankReference !== null;
  const isSameId = line.bankReference === known.bankReference;
  if (hasIds && !isSameId && line.span.kind === known.spans[0].kind) return true;
  const isSamePlace = line.balanceAfterMinor !== null && line.balanceAfterMinor === known.balanceAfterMinor;
  if (isSamePlace) return false;
  if (known.spans.some((span) => isContinued(span, line.span) || isContinued(line.span, span))) return true;
  return !(hasIds && isSameId) && known.spans.some((span) => hasOtherNumber(span, line.span));
}

/**
 * Whether a statement begins where another one ended. If the balance has come back to an earlier beginning, it could
 * just as well begin there. So a statement that leaves the balance unchanged continues nothing, and nothing continues a
 * loop.
 */
export function isContinued(before: StatementSpan, after: StatementSpan): boolean {
  return (
    areFinal(before, after) &&
    isAfter(before, after) &&
    before.openingMinor !== null &&
    before.closingMinor !== null &&
    before.closingMinor === after.openingMinor &&
    before.openingMinor !== after.openingMinor &&
    after.openingMinor !== after.closingMinor &&
    !before.isInLoop
  );
}

/**
 * Whether two statements have different numbers, or are different pages of one. Statements of overlapping periods also
 * have different numbers but the same lines. So statements with balances are distinguished only if each is of one day,
 * with different opening and closing balances.
 */
function hasOtherNumber(one: StatementSpan, other: StatementSpan): boolean {
  const isOther = one.sequenceNumber !== other.sequenceNumber || one.page !== other.page;
  if (one.sequenceNumber === null || other.sequenceNumber === null || !isOther) return false;
  if (!areFinal(one, other) || !(isAfter(one, other) || isAfter(other, one))) return false;
  const balances = [one.openingMinor, one.closingMinor, other.openingMinor, other.closingMinor];
  if (balances.includes(null)) return true;
  const isOfOneDay = one.firstLineDate === one.lastLineDate && other.firstLineDate === other.lastLineDate;
  return isOfOneDay && one.openingMinor !== other.openingMinor && one.closingMinor !== other.closingMinor;
}

/** Whether both are final statements. Notifications and intraday reports contain one another's lines. */
function areFinal(one: StatementSpan, other: StatementSpan): boolean {
  return one.kind === 'statement' && other.kind === 'statement';
}

function isAfter(before: StatementSpan, after: StatementSpan): boolean {
  const [last, first] = [before.lastLineDate, after.firstLineDate];
  return last === null || first === null || last <= first;
}
