import { formatAge, formatAmount, formatIban, normalizeIban } from '../format.ts';
import { isWaiting, type Transaction, type TransactionType } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { canSettleAtOnce } from '../transactions/actions.ts';
import { othersClaim, pastClaim } from '../transactions/claims.ts';
import { describePlanned, describeTransition, ibanOf, partyOf } from '../transactions/labels.ts';
import { useLastEvent } from '../transactions/outdated.tsx';
import { Iban } from '../ui/iban.tsx';
import { Badge, CopyId, StatusBadge } from '../ui/parts.tsx';
import type { Chosen } from './use-chosen.ts';

/** A mark that shows whether a transaction is a deposit or a withdrawal. */
export function TypeMark({ type }: { readonly type: TransactionType }) {
  const name = texts().ui.type[type];
  return (
    <span class={`type-mark ${type}`} title={name}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d={type === 'deposit' ? 'M6 1.5v9M2.5 7L6 10.5L9.5 7' : 'M6 10.5v-9M2.5 5L6 1.5L9.5 5'} />
      </svg>
      <span class="visually-hidden">{name}</span>
    </span>
  );
}

interface ItemProps {
  readonly item: Transaction;
  readonly nowMs: number;
}

interface MentionProps extends ItemProps {
  /** Called when the recipient's IBAN is copied for paying. */
  readonly onClaim: (transaction: Transaction) => void;
}

/**
 * The text by which an operator recognizes the transaction on a statement or in a transfer: the reference of a deposit,
 * the IBAN of a withdrawal. For a transaction that was decided meanwhile, the person who decided.
 */
export function Mention({ item, nowMs, onClaim }: MentionProps) {
  const { columns, sent } = texts().queue;
  const { reference, sentAt, type } = item;
  if (item.planned)
    return (
      <span class="line" role="status">
        {describePlanned(item.planned)}
      </span>
    );
  if (!isWaiting(item)) return <GhostMark item={item} />;
  if (type === 'withdrawal')
    return (
      <span class="line">
        <Recipient item={item} onClaim={onClaim} />
      </span>
    );
  return (
    <span class="line">
      {reference && <CopyId value={reference} what={columns.reference} />}
      {sentAt != null && (
        <span class="badge info">
          {sent}
          <span class="roomy"> · {formatAge((nowMs - Date.parse(sentAt)) / 1000)}</span>
        </span>
      )}
    </span>
  );
}

function Recipient({ item, onClaim }: Pick<MentionProps, 'item' | 'onClaim'>) {
  const iban = ibanOf(item);
  // An operator who copies it may be about to pay it, and only one person must do so.
  const isHeld = item.blacklisted || item.payoutNumber != null;
  if (othersClaim(item) || pastClaim(item) || isHeld) return <Iban iban={iban} />;
  const what = texts().queue.columns.iban;
  return (
    <CopyId value={normalizeIban(iban)} what={what} label={formatIban(iban)} onCopy={() => onClaim(item)}>
      <Iban iban={iban} />
    </CopyId>
  );
}

/** The time left below which it is highlighted. */
const SOON_SECONDS = 300;

/** A mark for a withdrawal that a batch of payouts will pay. */
export function BatchMark({ item: { payoutNumber } }: { readonly item: Transaction }) {
  if (payoutNumber == null) return null;
  return <Badge tone="neutral" text={texts().queue.inBatch(payoutNumber)} />;
}

/** The time for which a deposit still waits. Withdrawals have no time limit, because an operator pays them. */
export function Until({ item, nowMs }: ItemProps) {
  const { claim, expiresAt } = item;
  if (!isWaiting(item)) return null;
  if (item.payoutNumber != null) return <BatchMark item={item} />;
  if (claim) {
    const mark = markOf(claim);
    return (
      <span class={`badge ${claim.isLive ? 'neutral' : 'warn'}`} title={mark}>
        {mark}
      </span>
    );
  }
  if (expiresAt == null) return null;
  const seconds = (Date.parse(expiresAt) - nowMs) / 1000;
  const t = texts().queue;
  return (
    <small class={seconds < SOON_SECONDS ? 'late' : undefined}>
      {seconds > 0 ? t.left(formatAge(seconds)) : t.ends}
    </small>
  );
}

function markOf({ holder, isMine, isLive, sentAt }: NonNullable<Transaction['claim']>): string {
  const t = texts().transactions.claim;
  if (!isLive) return isMine ? t.markMinePast : t.markPast(holder);
  if (sentAt != null) return isMine ? t.markMineSent : t.markSent(holder);
  return isMine ? t.markMine : t.markOther(holder);
}

/** A mark for a transaction that the blacklist stops. */
export function BlacklistMark({ item }: { readonly item: Transaction }) {
  if (!item.blacklisted || !isWaiting(item)) return null;
  return <Badge tone="bad" text={texts().transactions.blacklisted.mark} />;
}

/** The operator who decided a row that is still shown. */
function GhostMark({ item }: Pick<ItemProps, 'item'>) {
  const { event } = useLastEvent(item);
  return (
    <span class="line" role="status">
      <StatusBadge {...item} /> {event && describeTransition(event)}
    </span>
  );
}

interface RowChoiceProps {
  readonly item: Transaction;
  readonly chosen: Chosen;
}

/** The checkbox of a row. With Shift, a click takes all rows up to it. */
export function RowChoice({ item, chosen }: RowChoiceProps) {
  const { transactionId: id } = item;
  return (
    <input
      type="checkbox"
      aria-label={texts().queue.choose(aboutOf(item))}
      disabled={!canSettleAtOnce(item)}
      checked={chosen.has(id)}
      onClick={(event) => {
        if (!event.shiftKey) return chosen.toggle(id);
        chosen.toggleUpTo(id);
      }}
    />
  );
}

/** Names a row for screen readers. */
export function aboutOf(item: Transaction): string {
  return texts().queue.amountOf(formatAmount(item.amount), partyOf(item));
}
