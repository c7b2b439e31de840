import type { PayoutKind, PayoutRowState, PayoutState } from '../gql/schema.ts';
import { hrefOf } from '../router.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { language } from '../texts/texts.ts';
import { Badge } from '../ui/parts.tsx';

type Tone = Parameters<typeof Badge>[0]['tone'];

const TONES: Readonly<Record<PayoutState, Tone>> = {
  prepared: 'info',
  approved: 'info',
  exported: 'neutral',
  paid: 'good',
  refused: 'bad',
  rejected: 'bad',
};

const ROW_TONES: Readonly<Record<PayoutRowState, Tone>> = {
  waiting: 'neutral',
  removed: 'neutral',
  exported: 'neutral',
  accepted: 'info',
  held: 'bad',
  refused: 'bad',
  paid: 'good',
  returned: 'bad',
};

export function StateBadge({ state }: { readonly state: PayoutState }) {
  return <Badge tone={TONES[state]} text={payoutTexts().states[state]} />;
}

interface RowStateProps {
  readonly state: PayoutRowState;
  readonly bankReason?: { readonly en: string; readonly tr: string } | null | undefined;
}

/** The state of a payout, with the bank's reason in the language of the console. */
export function RowState({ state, bankReason }: RowStateProps) {
  const reason = bankReason?.[language()];
  return (
    <>
      <Badge tone={ROW_TONES[state]} text={payoutTexts().rowStates[state]} />
      {reason && <small class="reason">{reason}</small>}
    </>
  );
}

/** The statement line of a debit. */
export function LineLink({ id }: { readonly id: string }) {
  return <a href={hrefOf('reconciliation', { group: 'all', open: id })}>{payoutTexts().batch.line}</a>;
}

interface PayeeProps {
  readonly payout: {
    readonly transactionId: string;
    readonly accountName: string;
    readonly kind: PayoutKind;
    readonly refundedLineId?: string | null | undefined;
    readonly isChangedPayee?: boolean;
  };
}

/** The payee of a payout, with a link to the withdrawal, or to the line whose money is given back. */
export function Payee({
  payout: { transactionId, accountName, kind, refundedLineId, ...payout },
}: PayeeProps) {
  const t = payoutTexts();
  const href =
    kind === 'refund'
      ? hrefOf('reconciliation', { group: 'all', open: refundedLineId ?? '' })
      : hrefOf('search', { open: transactionId });
  return (
    <>
      <a href={href}>
        <bdi>{accountName}</bdi>
      </a>{' '}
      {kind === 'refund' && <Badge tone="info" text={t.refund} />}{' '}
      {payout.isChangedPayee && <Badge tone="warn" text={t.changedPayee} />}
    </>
  );
}
