import { useRef, useState } from 'preact/hooks';
import { formatAmount, formatIban, formatTime, normalizeIban, typedAmount } from '../format.ts';
import { hrefOf } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { ownClaim, WARNING_MS } from '../transactions/claims.ts';
import { ibanOf, partyOf } from '../transactions/labels.ts';
import { describeClaim, useClaim } from '../transactions/use-claim.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CopyButton } from '../ui/parts.tsx';
import { useNow } from '../ui/use-now.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import type { Payouts } from './detail-types.ts';

interface PayingProps {
  /** A pending withdrawal. */
  readonly transaction: Transaction;
  /** The batch that will pay it. */
  readonly batch: Payouts[number] | undefined;
  readonly onChanged: (transaction: Transaction) => void;
}

const PAID_BY_BATCH: ReadonlySet<string> = new Set(['waiting', 'exported', 'accepted', 'held']);

/** The batch that will pay a withdrawal, so nobody must pay it by hand. */
export function batchPaying(payouts: Payouts): Payouts[number] | undefined {
  return payouts.find(({ rowState }) => PAID_BY_BATCH.has(rowState));
}

/**
 * Whether a withdrawal can be paid without confirmation: no other operator has claimed it, and no entry of the
 * blacklist stops it.
 */
export function isFreeToPay({ claim, blacklisted }: Transaction): boolean {
  return !blacklisted && (!claim || claim.isMine);
}

/**
 * The values for the bank's page, and the operator who is paying. Copying claims the withdrawal. A key copies one value
 * after the other, so that the hands stay on the keyboard.
 */
export function Paying({ transaction, batch, onChanged }: PayingProps) {
  const t = texts().detail;
  const claiming = useClaim(onChanged);
  const claim = () => claiming.claim(transaction);
  const values = useRef<HTMLDListElement>(null);
  const next = useRef(0);
  const copyNext = () => {
    const buttons = values.current?.querySelectorAll('button') ?? [];
    const button = buttons[next.current % buttons.length];
    if (!button) return;
    button.click();
    next.current += 1;
  };
  useShortcuts(batch ? {} : { p: claim, c: copyNext });
  if (batch)
    return (
      <section class="paying">
        <h3>{t.paying}</h3>
        <a href={hrefOf('payouts', { batch: batch.payoutId })}>
          {texts().failures.fields.in_payout({ batch: String(batch.number) })}
        </a>
      </section>
    );
  const iban = ibanOf(transaction);
  const parts = [
    [t.labels.amount, formatAmount(transaction.amount), typedAmount(transaction.amount)],
    [t.labels.theirAccount, partyOf(transaction), partyOf(transaction)],
    [t.labels.iban, formatIban(iban), normalizeIban(iban)],
  ] as const;
  const all = parts.map(([, , copied]) => copied).join('\n');
  return (
    <section class="paying">
      <h3>{t.paying}</h3>
      <ClaimState transaction={transaction} claiming={claiming} />
      {isFreeToPay(transaction) && (
        <>
          <dl class="fields" ref={values}>
            {parts.map(([label, shown, copied]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi class={label === t.labels.iban ? 'iban' : undefined}>{shown}</bdi>
                  <CopyButton value={copied} what={label} onCopy={claim} />
                </dd>
              </div>
            ))}
          </dl>
          <p class="actions">
            <CopyButton value={all} what={t.copied} label={t.copyAll} onCopy={claim} />
          </p>
        </>
      )}
    </section>
  );
}

interface ClaimStateProps {
  readonly transaction: Transaction;
  readonly claiming: ReturnType<typeof useClaim>;
}

function ClaimState({ transaction, claiming }: ClaimStateProps) {
  const t = texts().transactions.claim;
  const { claim } = transaction;
  if (!claim || (claim.isMine && !claim.isLive))
    return (
      <p class="section-head">
        {claim ? describeClaim(claim) : t.free}
        <button
          type="button"
          class="primary"
          disabled={transaction.blacklisted === true}
          onClick={() => claiming.claim(transaction)}
        >
          {t.pay} <kbd>p</kbd>
        </button>
      </p>
    );
  if (claim.isMine) return <OwnClaim transaction={transaction} claiming={claiming} />;
  return <OthersClaim transaction={transaction} claiming={claiming} />;
}

/** The actions of the holder of a claim. Shortly before the end of the claim, a text says so. */
function OwnClaim({ transaction, claiming }: ClaimStateProps) {
  const t = texts().transactions.claim;
  const nowMs = useNow();
  const claim = ownClaim(transaction);
  if (!claim) return null;
  const endsMs = claim.expiresAt == null ? Number.POSITIVE_INFINITY : Date.parse(claim.expiresAt);
  const isEnding = endsMs - nowMs <= WARNING_MS;
  return (
    <div class="section-head banner" role={isEnding ? 'alert' : undefined}>
      <strong>{isEnding ? t.ending(formatTime(claim.expiresAt ?? '')) : describeClaim(claim)}</strong>
      <p class="actions">
        {isEnding && (
          <button type="button" class="primary" onClick={() => claiming.keep(transaction)}>
            {t.keep}
          </button>
        )}
        {claim.sentAt == null && (
          <button type="button" onClick={() => claiming.markSent(transaction)}>
            {t.markSentLabel}
          </button>
        )}
        <button type="button" onClick={() => claiming.release(transaction)}>
          {t.release}
        </button>
      </p>
    </div>
  );
}

function OthersClaim({ transaction, claiming }: ClaimStateProps) {
  const t = texts().transactions.claim;
  /** The claim that the question is about. Another claim may begin while the question is open. */
  const [asked, setAsked] = useState<Transaction['claim']>(null);
  const { claim } = transaction;
  return (
    <p class="section-head banner">
      <strong>{claim && describeClaim(claim)}</strong>
      <button
        type="button"
        disabled={transaction.blacklisted === true}
        onClick={() => setAsked(claim ?? null)}
      >
        {t.takeOver}
      </button>
      {asked && (
        <TakeOverDialog
          holder={asked.holder}
          onConfirm={() => claiming.takeOver(transaction, asked.holderAppKey)}
          onClose={() => setAsked(null)}
        />
      )}
    </p>
  );
}

interface TakeOverProps {
  readonly holder: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/**
 * Asks an operator who takes over a withdrawal to confirm that the former holder, who may have paid it, has been asked.
 */
function TakeOverDialog({ holder, onConfirm, onClose }: TakeOverProps) {
  const t = texts().transactions.claim;
  const [isTicked, setTicked] = useState(false);
  return (
    <Dialog title={t.takeOverTitle} onClose={onClose}>
      <p>{t.takeOverAbout(holder)}</p>
      <label class="check">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ currentTarget }) => setTicked(currentTarget.checked)}
        />{' '}
        {t.takeOverTick(holder)}
      </label>
      <div class="actions">
        <button
          type="button"
          class="danger"
          disabled={!isTicked}
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          {t.takeOver}
        </button>
        <button type="button" autofocus onClick={onClose}>
          {texts().ui.back}
        </button>
      </div>
    </Dialog>
  );
}
