import { DAY_MS, timeOfDayIn } from '../../kernel/time-zone.ts';
import { isBeforeExport, type PayoutApproval, type PayoutBatch, type PayoutRow } from './batch.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Amounts in one currency, in hundredths; null for none. */
export interface PayoutAmounts {
  /** ISO 4217. */
  readonly currency: string;
  /** A single payout above it needs a second approver. */
  readonly rowAboveMinor: number | null;
  /** A batch whose sum is above it needs a second approver. */
  readonly batchAboveMinor: number | null;
  /** The most that one account pays on one execution day. */
  readonly dailyLimitMinor: number | null;
}

/** What the desk requires of payouts. */
export interface PayoutPolicy {
  readonly amounts: readonly PayoutAmounts[];
  /** Whether a payee who was never paid for this user needs a second approver. */
  readonly isNewPayeeByTwo: boolean;
  /** Whether a known IBAN with another account name than last time needs a second approver. */
  readonly isChangedNameByTwo: boolean;
  /** The days on which batches are approved and exported; empty for all. */
  readonly days: readonly Weekday[];
  /** The times, HH:MM in TIME_ZONE, between which batches are approved and exported; null for the whole day. */
  readonly fromTime: string | null;
  readonly untilTime: string | null;
  /** Whether operators are allowed to claim withdrawals with real money and settle them by hand. */
  readonly isByHandAllowed: boolean;
}

/** The policy of a desk that has not set one. */
export const OPEN_PAYOUT_POLICY: PayoutPolicy = {
  amounts: [],
  isNewPayeeByTwo: false,
  isChangedNameByTwo: false,
  days: [],
  fromTime: null,
  untilTime: null,
  isByHandAllowed: true,
};

/** What is unusual about the payee of a row. */
export interface PayeeMark {
  /** Nothing has been paid to this IBAN for this user of this merchant. */
  readonly isNewPayee: boolean;
  /** The account name differs from that of the last payout to this IBAN. */
  readonly isChangedName: boolean;
  /** The desk has named the payee, instead of the merchant or a bank's line. */
  readonly isChangedPayee: boolean;
}

export const SECOND_APPROVER_REASONS = [
  'rowAmount',
  'batchSum',
  'newPayee',
  'changedName',
  'changedPayee',
] as const;
export type SecondApproverReason = (typeof SECOND_APPROVER_REASONS)[number];

export interface ApprovalsNeeded {
  readonly count: 1 | 2;
  /** Why one approver is not enough. */
  readonly reasons: readonly SecondApproverReason[];
}

/** Decides how many people have to approve a batch. @param marks by the ids of the withdrawals and refunds. */
export function approvalsNeeded(
  { batch, rows }: { readonly batch: PayoutBatch; readonly rows: readonly PayoutRow[] },
  policy: PayoutPolicy,
  marks: ReadonlyMap<string, PayeeMark>,
): ApprovalsNeeded {
  const amounts = amountsIn(policy, batch.currency);
  const isAbove = (minor: number, limit: number | null | undefined) => minor > (limit ?? Infinity);
  const asksPayees = policy.isNewPayeeByTwo || policy.isChangedNameByTwo;
  const holds: Readonly<Record<SecondApproverReason, boolean>> = {
    rowAmount: rows.some(({ amountMinor }) => isAbove(amountMinor, amounts?.rowAboveMinor)),
    batchSum: isAbove(batch.sumMinor, amounts?.batchAboveMinor),
    newPayee: policy.isNewPayeeByTwo && rows.some((row) => marks.get(row.transactionId)?.isNewPayee),
    changedName: policy.isChangedNameByTwo && rows.some((row) => marks.get(row.transactionId)?.isChangedName),
    changedPayee: asksPayees && rows.some((row) => marks.get(row.transactionId)?.isChangedPayee),
  };
  const reasons = SECOND_APPROVER_REASONS.filter((reason) => holds[reason]);
  return { count: reasons.length > 0 ? 2 : 1, reasons };
}

/** The amounts of a policy in a currency. */
export const amountsIn = ({ amounts }: PayoutPolicy, currency: string): PayoutAmounts | undefined =>
  amounts.find((one) => one.currency === currency);

/**
 * Whether an approval counts: it was given for what the batch contains now and, until the export, its key is still
 * allowed to approve. An exported batch keeps its approvals.
 */
export const countsFor = (
  batch: Pick<PayoutBatch, 'contentHash' | 'state'>,
  approval: Pick<PayoutApproval, 'contentHash' | 'canApprove'>,
): boolean => approval.contentHash === batch.contentHash && (approval.canApprove || !isBeforeExport(batch));

/** Counts the people whose approvals of a batch count. */
export const countApprovals = (batch: PayoutBatch, approvals: readonly PayoutApproval[]): number =>
  approvals.filter((approval) => countsFor(batch, approval)).length;

/** Whether batches can be approved and exported now. A window that ends before its start spans midnight. */
export function isWithinHours(
  { days, fromTime, untilTime }: PayoutPolicy,
  timeZone: string,
  nowMs: number,
): boolean {
  const { day, msOfDay } = timeOfDayIn(timeZone, nowMs);
  const from = fromTime === null ? 0 : msOf(fromTime);
  const until = untilTime === null ? DAY_MS : msOf(untilTime);
  const isOvernight = until <= from;
  // The early hours of a window that spans midnight belong to the day on which it began.
  const startDay = isOvernight && msOfDay < until ? day - 1 : day;
  const isHour = isOvernight ? msOfDay >= from || msOfDay < until : msOfDay >= from && msOfDay < until;
  return isHour && (days.length === 0 || days.includes(weekdayOf(startDay)));
}

const MINUTE_MS = 60_000;

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

/** @param day counted from 1970-01-01, which was a Thursday. */
function weekdayOf(day: number): Weekday {
  return WEEKDAYS[(((day + 3) % 7) + 7) % 7] ?? 'monday';
}
