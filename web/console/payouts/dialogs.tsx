import { amountIn, formatCount } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Values } from '../ui/use-submit.ts';
import { ApprovePayoutDocument, RejectPayoutDocument, type WholeBatchFragment } from './gql/graphql.ts';
import { Refusals } from './refusals.tsx';

export interface DialogProps {
  /** The content that the person sees: exactly this is decided about. */
  readonly batch: WholeBatchFragment;
  readonly onChanged: (batch: WholeBatchFragment) => void;
  readonly onClose: () => void;
}

/** Asks whether to approve exactly what is shown. `onChanged` closes it. */
export function ApproveDialog({ batch, onChanged, onClose }: DialogProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts();
  const { payoutId, contentHash, number, count } = batch;
  const sum = amountIn(batch.currency, batch.sum);
  const approve = async () => {
    const { approvePayout } = await session.request(ApprovePayoutDocument, { payoutId, contentHash });
    notify(t.actions.approved(number));
    onChanged(approvePayout);
  };
  return (
    <FormDialog
      title={t.actions.approveTitle(number)}
      about={
        <p>
          <strong>{sum}</strong> · {t.batch.payouts(formatCount(count))}
        </p>
      }
      label={t.actions.approveConfirm(sum)}
      focused="submit"
      action={approve}
      onClose={onClose}
    >
      <Refusals payouts={batch.rows} />
    </FormDialog>
  );
}

interface RejectProps extends DialogProps {
  /** The chosen payouts of the file; undefined for the whole batch. */
  readonly chosen: ReadonlySet<string> | undefined;
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ batch, chosen, onChanged, onClose }: RejectProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts().actions;
  const { payoutId, contentHash, progressHash, number, state } = batch;
  const some = chosen && formatCount(chosen.size);
  const reject = async (values: Values) => {
    const reason = values.get('reason') ?? '';
    const { rejectPayout } = await session.request(RejectPayoutDocument, {
      payoutId,
      contentHash,
      progressHash,
      reason,
      transactionIds: chosen && [...chosen],
    });
    notify(some ? t.rejectedSome(some) : t.rejected(number));
    onChanged(rejectPayout);
    onClose();
  };
  return (
    <FormDialog
      title={some ? t.rejectSomeTitle(some, number) : t.rejectTitle(number)}
      about={
        <p class="hint">
          {t.rejectHint} {state === 'exported' && t.rejectSentHint}
        </p>
      }
      label={t.reject}
      tone="danger"
      action={reject}
      onClose={onClose}
    >
      <TextField label={t.reason} name="reason" required autofocus />
      <Refusals payouts={batch.rows} />
    </FormDialog>
  );
}
