import { formatAge, formatAmount } from '../format.ts';
import type { Transaction, TransactionType } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { describeTransition, othersClaim, partyOf } from '../transactions/labels.ts';
import { useLastEvent } from '../transactions/outdated.tsx';
import { StatusBadge } from '../ui/parts.tsx';
import type { Choose } from './queue-table.tsx';
import type { Chosen } from './use-chosen.ts';

/** Whether money comes in or goes out. */
export function TypeMark({ type }: { readonly type: TransactionType }) {
  const name = texts().ui.type[type];
  return (
    <span class={`type-mark ${type}`} title={name}>
      <span aria-hidden="true">{type === 'deposit' ? '+' : '−'}</span>
      <span class="visually-hidden">{name}</span>
    </span>
  );
}

interface MarksProps {
  readonly item: Transaction;
  readonly nowMs: number;
}

/** What happened to a pending transaction; for one that was decided meanwhile, by whom. */
export function Marks({ item, nowMs }: MarksProps) {
  if (item.status !== 'pending') return <GhostMark item={item} />;
  if (item.claim) {
    const { markMine, markOther } = texts().transactions.claim;
    const { isMine, holder } = item.claim;
    return <span class="badge neutral">{isMine ? markMine : markOther(holder)}</span>;
  }
  if (item.sentAt == null) return null;
  return (
    <span class="badge info">
      {texts().queue.sent}
      <span class="roomy"> {formatAge((nowMs - Date.parse(item.sentAt)) / 1000)}</span>
    </span>
  );
}

/** With less than this, the time left is marked. */
const SOON_SECONDS = 300;

/** How long a deposit still waits. Withdrawals do not end by time. */
export function TimeLeft({ item: { expiresAt, status }, nowMs }: MarksProps) {
  if (expiresAt == null || status !== 'pending') return null;
  const seconds = (Date.parse(expiresAt) - nowMs) / 1000;
  const t = texts().queue;
  return (
    <span class={seconds < SOON_SECONDS ? 'age late' : 'age'}>
      {seconds > 0 ? formatAge(seconds) : t.ends}
    </span>
  );
}

/** Says who decided a row that is still shown. */
function GhostMark({ item }: Pick<MarksProps, 'item'>) {
  const event = useLastEvent(item);
  return (
    <span class="ghost-mark" role="status">
      <StatusBadge status={item.status} /> {event && describeTransition(event)}
    </span>
  );
}

interface RowChoiceProps {
  readonly item: Transaction;
  readonly chosen: Chosen;
}

/** The checkbox of a row. With Shift, a click takes all rows up to it. */
export function RowChoice({ item, chosen }: RowChoiceProps) {
  const { transactionId: id, status } = item;
  return (
    <input
      type="checkbox"
      aria-label={texts().queue.choose(aboutOf(item))}
      disabled={status !== 'pending'}
      checked={chosen.has(id)}
      onClick={(event) => {
        if (!event.shiftKey) return chosen.toggle(id);
        chosen.toggleUpTo(id);
      }}
    />
  );
}

interface DecideProps {
  readonly item: Transaction;
  readonly onDecide: Choose;
}

export function Decide({ item, onDecide }: DecideProps) {
  const { settle, reject } = texts().transactions.actions;
  const about = aboutOf(item);
  const isOthers = Boolean(othersClaim(item));
  return (
    <span class="decide">
      <button
        type="button"
        disabled={isOthers}
        aria-label={`${settle.label} ${about}`}
        onClick={() => onDecide('settle', item)}
      >
        {settle.label}
      </button>
      <button
        type="button"
        disabled={isOthers}
        aria-label={`${reject.label} ${about}`}
        onClick={() => onDecide('reject', item)}
      >
        {reject.label}
      </button>
    </span>
  );
}

function aboutOf(item: Transaction): string {
  return texts().queue.amountOf(formatAmount(item.amount), partyOf(item));
}
