import { useState } from 'preact/hooks';
import { formatAmount, formatIban, formatTime, normalizeIban, typedAmount } from '../format.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { ibanOf, othersClaim, partyOf } from '../transactions/labels.ts';
import { useClaim } from '../transactions/use-claim.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CopyButton } from '../ui/parts.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';

interface PayingProps {
  /** A pending withdrawal. */
  readonly transaction: Transaction;
  readonly onChanged: (transaction: Transaction) => void;
}

/** The values for the bank's page, and the operator who is paying. Copying claims the withdrawal. */
export function Paying({ transaction, onChanged }: PayingProps) {
  const t = texts().detail;
  const claiming = useClaim(onChanged);
  const claim = () => claiming.claim(transaction);
  useShortcuts({ p: claim });
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
      <ClaimState key={transaction.transactionId} transaction={transaction} claiming={claiming} />
      {!othersClaim(transaction) && (
        <>
          <dl class="fields">
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
  /** The claim that the question is about. Another one may have begun while it is open. */
  const [asked, setAsked] = useState<Transaction['claim']>(null);
  const { claim } = transaction;
  if (!claim)
    return (
      <p class="section-head">
        {t.free}
        <button type="button" class="primary" onClick={() => claiming.claim(transaction)}>
          {t.pay} <kbd>p</kbd>
        </button>
      </p>
    );
  if (claim.isMine)
    return (
      <p class="section-head">
        <strong>{t.mine(formatTime(claim.expiresAt))}</strong>
        <button type="button" onClick={() => claiming.release(transaction)}>
          {t.release}
        </button>
      </p>
    );
  return (
    <p class="section-head banner">
      <strong>{t.other(claim.holder, formatTime(claim.claimedAt))}</strong>
      <button type="button" onClick={() => setAsked(claim)}>
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

function TakeOverDialog({ holder, onConfirm, onClose }: TakeOverProps) {
  const t = texts().transactions.claim;
  return (
    <Dialog title={t.takeOverTitle} onClose={onClose}>
      <p>{t.takeOverAbout(holder)}</p>
      <div class="actions">
        <button
          type="button"
          class="danger"
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
