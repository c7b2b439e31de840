import { groupBy } from '../../kernel/group-by.ts';
import {
  type BankStatus,
  EXPORTED,
  factsAfter,
  isBankStatus,
  isExecution,
  type PayoutFacts,
  stateOf,
} from './payout-state.ts';
import type { SentBatch, SentPayout } from './sent-batch.ts';
import type {
  ReportedPayment,
  ReportedTransaction,
  StatusLevel,
  StatusReason,
  StatusReport,
  UnmatchedPart,
} from './status-report.ts';

/**
 * A payout about which a report says something new. Its state can stay the same, if the bank is only one step further.
 */
export interface StatusChange {
  readonly endToEndId: string;
  /** The facts to store. */
  readonly facts: PayoutFacts;
  /** The bank's reasons, from the nearest level that has any; null if the status that counts stays the same. */
  readonly reasons: readonly StatusReason[] | null;
}

export interface AppliedStatus {
  /** At most one for each payout. */
  readonly changes: readonly StatusChange[];
  /** The status of each payout that the report says is executed, even if that was known. */
  readonly executed: ReadonlyMap<string, BankStatus>;
  /** Parts that change nothing, because their payment or their meaning is unknown. */
  readonly unmatched: readonly UnmatchedPart[];
}

/** Statuses of a payment or a file which say that its transactions have different statuses. */
const PARTIAL: ReadonlySet<string> = new Set(['PART', 'RVCM']);

/**
 * Applies the bank's answer to the payouts of a batch. The nearest level that has a status decides, so a status of a
 * payment or of the file covers all payouts about which the levels below say nothing. `PART` covers none of them.
 */
export function applyStatus(batch: SentBatch, report: StatusReport): AppliedStatus {
  const { originalMessageId, payments, group } = report;
  // The report answers another file, so nothing of it is applied.
  if (originalMessageId !== batch.messageId) return { changes: [], executed: new Map(), unmatched: [] };
  const { statuses, unmatched } = statusesByPayout(batch, report);
  const executed = new Map<string, BankStatus>();
  const blocks = groupBy(payments, ({ paymentInformationId }) => paymentInformationId);
  const changes = batch.payouts.flatMap((payout) => {
    const around = blocks.get(payout.paymentInformationId) ?? [];
    const said = statuses.get(payout.endToEndId) ?? statusesAbove(around, group);
    const { endToEndId } = payout;
    for (const { isOfCopy, status } of said)
      if (isOfCopy) unmatched.push({ kind: 'duplicate', id: endToEndId, status });
    const own = said.filter(({ isOfCopy }) => !isOfCopy);
    for (const { status } of own) if (isExecution(status)) executed.set(endToEndId, status);
    return changeOf(payout, own) ?? [];
  });
  return { changes, executed, unmatched: [...unknownLevels(batch, report), ...unmatched] };
}

/** A status with its reasons. */
interface ReportedStatus {
  readonly status: BankStatus;
  readonly reasons: readonly StatusReason[];
  readonly isOfCopy: boolean;
}

/**
 * Codes with which a bank refuses a duplicate, such as a file that was uploaded twice. It may still pay the first one.
 */
const OF_COPIES: ReadonlySet<string | null> = new Set([
  'AM05',
  'DU01',
  'DU02',
  'DU03',
  'DU04',
  'DU05',
  'DUPL',
]);
/** The words for a duplicate in the banks' own codes and texts: English, German, French and Turkish. */
const COPY_WORDS = /dupli|doppel|doublon|m[üu]kerrer/iu;

function isOfCopyReason({ code, proprietary, text }: StatusReason): boolean {
  if (OF_COPIES.has(code) || OF_COPIES.has(proprietary)) return true;
  return COPY_WORDS.test(`${proprietary ?? ''} ${text ?? ''}`);
}

/**
 * Collects the statuses of the payouts that the report names. A payout that it names without a status has an empty
 * list.
 */
function statusesByPayout(batch: SentBatch, { payments, group }: StatusReport) {
  const payoutOf = payoutsOf(batch);
  const statuses = new Map<string, ReportedStatus[]>();
  const unmatched: UnmatchedPart[] = [];
  for (const payment of payments)
    for (const transaction of payment.transactions) {
      const payout = payoutOf(transaction);
      const doubt = doubtOf(transaction, payout, batch.currency);
      if (doubt) unmatched.push(doubt);
      if (!payout) continue;
      const ofPayout = statuses.get(payout.endToEndId) ?? [];
      statuses.set(payout.endToEndId, ofPayout);
      if (!doubt) ofPayout.push(...reportedStatusOf([transaction, payment, group], true));
    }
  return { statuses, unmatched };
}

/** Finds payouts by end-to-end id, or by instruction id if the bank repeats only that. */
function payoutsOf({ payouts }: SentBatch) {
  const byEndToEnd = new Map(payouts.map((payout) => [payout.endToEndId, payout]));
  const byInstruction = new Map(payouts.map((payout) => [payout.instructionId, payout]));
  return ({ endToEndId, instructionId }: ReportedTransaction): SentPayout | undefined =>
    endToEndId === null ? byInstruction.get(instructionId ?? '') : byEndToEnd.get(endToEndId);
}

function doubtOf(
  transaction: ReportedTransaction,
  payout: SentPayout | undefined,
  batchCurrency: string,
): UnmatchedPart | undefined {
  const { endToEndId, instructionId, status } = transaction;
  if (!payout) return { kind: 'unknown-transaction', id: endToEndId ?? instructionId, status };
  const { endToEndId: id, amountMinor } = payout;
  const { amountMinor: repeatedMinor, currency } = transaction;
  if ((repeatedMinor ?? amountMinor) !== amountMinor || (currency ?? batchCurrency) !== batchCurrency)
    return { kind: 'other-amount', id, status };
  return status === null || isBankStatus(status) ? undefined : { kind: 'unknown-status', id, status };
}

/** The statuses of the levels above, which apply to payouts that the report does not name. */
function statusesAbove(
  payments: readonly ReportedPayment[],
  group: StatusLevel | null,
): readonly ReportedStatus[] {
  const speaking = payments.filter(({ status }) => status !== null);
  if (speaking.length === 0) return reportedStatusOf([group], false);
  return speaking.flatMap((payment) => reportedStatusOf([payment, group], false));
}

/**
 * Takes the status of the nearest level that has one, unless it says nothing about a single payout.
 * @param levels the nearest first.
 */
function reportedStatusOf(
  levels: readonly (StatusLevel | null)[],
  isOfTransaction: boolean,
): readonly ReportedStatus[] {
  const spoken = levels.findIndex((level) => level !== null && level.status !== null);
  const status = levels[spoken]?.status ?? null;
  if (status === null || !isBankStatus(status)) return [];
  const isOwn = isOfTransaction && spoken === 0;
  if (!isOwn && PARTIAL.has(status)) return [];
  const state = stateOf({ ...EXPORTED, bankStatus: status });
  // The reasons of a level above explain a refusal, but not why a payout was accepted.
  const explaining = state === 'accepted' ? levels.slice(0, spoken + 1) : levels;
  const reasons = explaining.find((level) => level !== null && level.reasons.length > 0)?.reasons ?? [];
  const given = explaining.flatMap((level) => level?.reasons ?? []);
  return [{ status, reasons, isOfCopy: state === 'refused' && given.some(isOfCopyReason) }];
}

function changeOf(
  { endToEndId, facts: before }: SentPayout,
  statuses: readonly ReportedStatus[],
): StatusChange | undefined {
  let facts = before;
  let reasons: readonly StatusReason[] | null = null;
  for (const reported of statuses) {
    const next = factsAfter(facts, reported.status);
    if (next.bankStatus !== facts.bankStatus) reasons = reported.reasons;
    facts = next;
  }
  return facts === before ? undefined : { endToEndId, facts, reasons };
}

/** Statuses above the transactions that apply to no payout: their payment or their meaning is unknown. */
function unknownLevels(batch: SentBatch, { payments, group }: StatusReport): UnmatchedPart[] {
  const known = new Set(batch.payouts.map(({ paymentInformationId }) => paymentInformationId));
  const unknownStatus = (status: string | null, id: string | null): UnmatchedPart[] =>
    status === null || isBankStatus(status) || PARTIAL.has(status)
      ? []
      : [{ kind: 'unknown-status', id, status }];
  const ofPayments = payments.flatMap(
    ({ paymentInformationId: id, status, transactions }): UnmatchedPart[] => {
      if (known.has(id)) return unknownStatus(status, id);
      // Its transactions are checked one by one.
      if (status === null && transactions.length > 0) return [];
      return [{ kind: 'unknown-payment', id, status }];
    },
  );
  return [...unknownStatus(group?.status ?? null, null), ...ofPayments];
}
