import { formatAmount, formatShortTimestamp } from '../format.ts';
import type { HistoryEvent, Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { actorOf, reasonOf } from '../transactions/labels.ts';
import { StatusBadge } from '../ui/parts.tsx';

interface StoryProps {
  readonly transaction: Transaction;
  /** Undefined until they are read. */
  readonly events: readonly HistoryEvent[] | undefined;
}

/** The outcome of a transaction in one line: its state, who decided, when and why. */
export function Story({ transaction, events }: StoryProps) {
  const { amount, finalAmount, status } = transaction;
  const last = events?.at(-1);
  const isOther = finalAmount != null && finalAmount !== amount;
  const parts = [
    ...(last ? partsOf(last) : status === 'pending' ? pendingParts(transaction) : []),
    isOther && texts().detail.askedFor(formatAmount(amount)),
  ];
  return (
    <p class="story">
      <StatusBadge {...transaction} /> <bdi>{parts.filter(Boolean).join(' · ')}</bdi>
    </p>
  );
}

function partsOf(event: HistoryEvent): readonly (string | null)[] {
  const { occurredAt, statusReason, change } = event;
  const reason = statusReason ? reasonOf(statusReason) : null;
  // The outcome already says the usual reasons.
  const isSaid =
    change === 'expire' || statusReason === 'rejected_by_operator' || statusReason === 'reversed';
  return [actorOf(event), formatShortTimestamp(occurredAt), isSaid ? null : reason];
}

function pendingParts({ createdAt, sentAt, expiresAt }: Transaction): readonly string[] {
  const { created, sent, expires } = texts().detail.labels;
  const times = [[created, createdAt] as const, [sent, sentAt] as const, [expires, expiresAt] as const];
  return times.flatMap(([label, at]) => (at ? [`${label} ${formatShortTimestamp(at)}`] : []));
}
