import { createHash } from 'node:crypto';
import { fieldError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import {
  type AccountDay,
  believedOf,
  driftOf,
  movementOf,
  unexplainedOf,
} from '../../reconciliation/domain/account-days.ts';

/** The amounts of an account on a day, in minor units. Null where nothing is known. */
export interface AccountAmounts {
  readonly openingMinor: number | null;
  readonly creditsMinor: number;
  /** Above zero. They include the fees of the bank. */
  readonly debitsMinor: number;
  /** Fees less those that the bank gave back. */
  readonly feesMinor: number;
  readonly closingMinor: number | null;
  /** Lines that nobody has decided about, credits less debits. */
  readonly waitingMinor: number;
  /** Movement at the bank less what the service says moved. */
  readonly driftMinor: number;
  /** The part of the drift that no other line explains. */
  readonly unexplainedMinor: number;
  /** A stated closing balance less opening balance and lines. */
  readonly differenceMinor: number | null;
  /** A stated opening balance less the balance of the evening before. */
  readonly gapMinor: number | null;
}

export interface AccountFigures extends AccountAmounts {
  readonly accountId: string;
  readonly lineCount: number;
  /** Lines that the bank has not booked, and lines in other currencies: in no amount. */
  readonly pendingCount: number;
  readonly otherCurrencyCount: number;
  readonly waitingCount: number;
  /** Whether a final statement covers the day, in any currency. */
  readonly hasStatement: boolean;
}

/** The figures of a day. They are compared and hashed without the names of accounts. */
export interface DayFigures {
  /** `2026-11-28`. */
  readonly day: string;
  readonly currency: string;
  /** In the order in which they are shown. */
  readonly accounts: readonly AccountFigures[];
  /** Withdrawals that became successful and that no account shows yet, less those that were reversed. */
  readonly unassignedCount: number;
  readonly unassignedMinor: number;
}

/** What is missing before the figures of an account can be relied on. */
export const MISSING_KINDS = ['statement', 'balance'] as const;
export type MissingKind = (typeof MISSING_KINDS)[number];

/**
 * Returns what is missing: `statement` without a statement of the day, `balance` if its balances do not add up; null if
 * nothing is.
 */
export function missingOf({
  hasStatement,
  differenceMinor,
  gapMinor,
}: Pick<AccountFigures, 'hasStatement' | 'differenceMinor' | 'gapMinor'>): MissingKind | null {
  if (!hasStatement) return 'statement';
  return differenceMinor || gapMinor ? 'balance' : null;
}

interface StatementFacts {
  readonly accountId: string;
  readonly waitingCount: number;
  readonly hasStatement: boolean;
}

/**
 * Computes the figures of an account from its day in the reconciliation.
 * @throws ServiceError for a sum that is too large for an amount.
 */
export function figuresOf(day: AccountDay, around: StatementFacts): AccountFigures {
  return {
    ...around,
    openingMinor: orNull(day.openingMinor),
    creditsMinor: exact(day.creditsMinor),
    debitsMinor: exact(day.debitsMinor),
    feesMinor: exact(-day.fees),
    closingMinor: orNull(day.closingMinor),
    waitingMinor: exact(day.waiting + day.held + day.unknown),
    driftMinor: exact(driftOf(day)),
    unexplainedMinor: exact(unexplainedOf(day)),
    differenceMinor: orNull(day.differenceMinor),
    gapMinor: orNull(day.gapMinor),
    lineCount: day.lineCount,
    pendingCount: day.pendingCount,
    otherCurrencyCount: day.otherCurrencyCount,
  };
}

/** Whether anything happened to an account on a day, at the bank or in the service. */
export function isEventful(day: AccountDay): boolean {
  return (
    day.lineCount + day.pendingCount + day.otherCurrencyCount + day.believedCount > 0 ||
    movementOf(day) !== believedOf(day)
  );
}

const SUMMED = [
  'openingMinor',
  'creditsMinor',
  'debitsMinor',
  'feesMinor',
  'closingMinor',
  'waitingMinor',
  'driftMinor',
  'unexplainedMinor',
  'lineCount',
  'pendingCount',
  'otherCurrencyCount',
  'waitingCount',
] as const satisfies readonly (keyof AccountFigures)[];
type SummedFigure = (typeof SUMMED)[number];

/** Adds up the accounts. A balance that one of them lacks is unknown for all together. */
export function totalOf(
  accounts: readonly AccountFigures[],
): Pick<AccountFigures, SummedFigure> & { readonly missingCount: number } {
  const sum = (key: SummedFigure) =>
    accounts.reduce<number | null>((total, { [key]: one }) => {
      return total === null || one === null ? null : checked(total + one);
    }, 0);
  const sums = Object.fromEntries(SUMMED.map((key) => [key, sum(key)])) as Pick<AccountFigures, SummedFigure>;
  return { ...sums, missingCount: accounts.filter((account) => missingOf(account) !== null).length };
}

/**
 * The figures that are compared and hashed, in a fixed order. Lines that wait for a decision are left out: others
 * decide about them while somebody closes the day.
 */
export const COMPARED = [
  'openingMinor',
  'creditsMinor',
  'debitsMinor',
  'feesMinor',
  'closingMinor',
  'lineCount',
  'pendingCount',
  'otherCurrencyCount',
  'driftMinor',
  'unexplainedMinor',
  'differenceMinor',
  'gapMinor',
] as const satisfies readonly (keyof AccountFigures)[];
export type ComparedFigure = (typeof COMPARED)[number];

/** A figure as it is compared and hashed. A sum of 0 is the same as none, but a balance of 0 is known. */
export function comparedValue(account: AccountFigures | undefined, figure: ComparedFigure): number | null {
  const value = account?.[figure] ?? null;
  return value === 0 && figure !== 'openingMinor' && figure !== 'closingMinor' ? null : value;
}

/** SHA-256 in hexadecimal over the compared figures, and nothing else: renaming an account does not change it. */
export function hashFigures({ day, currency, accounts, unassignedMinor }: DayFigures): string {
  const rows = accounts
    .map((account) => ({
      accountId: account.accountId,
      values: COMPARED.map((figure) => comparedValue(account, figure)),
    }))
    .filter(({ values }) => values.some((value) => value !== null))
    .map(({ accountId, values }) => [accountId, ...values])
    .sort(([left], [right]) => (String(left) < String(right) ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([day, currency, unassignedMinor, rows]))
    .digest('hex');
}

function orNull(minor: bigint | null): number | null {
  return minor === null ? null : exact(minor);
}

function exact(minor: bigint): number {
  return checked(Number(minor));
}

function checked(minor: number): number {
  if (Number.isSafeInteger(minor)) return minor;
  throw fieldError('day', fault('sum_too_large'));
}
