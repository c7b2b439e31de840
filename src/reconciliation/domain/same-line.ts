import type { StatementKind, StatementLine } from './statement.ts';

/** The fields of a statement that show whether another one can contain the same lines. Amounts are minor units. */
export interface StatementSpan {
  readonly kind: StatementKind;
  readonly sequenceNumber: string | null;
  readonly page: number;
  readonly openingMinor: number | null;
  readonly closingMinor: number | null;
  /** The days of its first and its last line. */
  readonly firstLineDate: string | null;
  readonly lastLineDate: string | null;
  /** Whether it and others of its file and day lead the balance back to where it was: see findRuns. */
  readonly isInLoop?: boolean;
}

type Identified = Pick<StatementLine, 'bankReference' | 'balanceAfterMinor'>;

/** A line that is handed in. */
export interface GivenLine extends Identified, Pick<StatementLine, 'status' | 'isBankReferenceTrusted'> {
  readonly span: StatementSpan;
}

/** A line with the same key that another statement has brought. */
export interface EqualLine extends Identified {
  /** Of all statements that contain it, that which brought it first. */
  readonly spans: readonly [StatementSpan, ...StatementSpan[]];
}

/**
 * Finds the known line that a given one is. Lines of one key say the same, and are the same payment unless something
 * proves another one: another id of the bank in a message of the same kind, statements of which one begins where the
 * other ended, or another number of the statement.
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

/** Whether a statement begins and ends as another one does. */
function isCopy(one: StatementSpan, other: StatementSpan): boolean {
  return one.openingMinor === other.openingMinor && one.closingMinor === other.closingMinor;
}

function isAnother(line: GivenLine, known: EqualLine): boolean {
  // Their keys are made of an id that names one line alone. Pending lines settle nothing, and banks change their ids.
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
 * Whether a statement begins where another one ended. Where the balance is back at a beginning, it can begin there just as
 * well. So one that leaves the balance as it was continues nothing, and neither does one behind a loop.
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

/** Reports before the statement have the lines of each other. */
function areFinal(one: StatementSpan, other: StatementSpan): boolean {
  return one.kind === 'statement' && other.kind === 'statement';
}

function isAfter(before: StatementSpan, after: StatementSpan): boolean {
  const [last, first] = [before.lastLineDate, after.firstLineDate];
  return last === null || first === null || last <= first;
}
