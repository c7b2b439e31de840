import { formatCount } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import type { BankFile } from './file.ts';
import {
  ApprovePayoutDocument,
  ExportPayoutDocument,
  RejectPayoutDocument,
  type WholeBatchFragment,
} from './gql/graphql.ts';
import { moneyOf } from './words.tsx';

interface DialogProps {
  /** What the person sees: exactly this is decided about. */
  readonly batch: WholeBatchFragment;
  readonly onChanged: (batch: WholeBatchFragment) => void;
  readonly onClose: () => void;
}

/** Asks whether to approve exactly what is shown. */
export function ApproveDialog({ batch, onChanged, onClose }: DialogProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts();
  const { payoutId, contentHash, number, count } = batch;
  const sum = moneyOf(batch.sum, batch.currency);
  const submission = useSubmit(async () => {
    const { approvePayout } = await session.request(ApprovePayoutDocument, { payoutId, contentHash });
    notify(t.actions.approved(number));
    onChanged(approvePayout);
    onClose();
  });
  return (
    <Dialog title={t.actions.approveTitle(number)} onClose={onClose}>
      <p>
        <strong>{sum}</strong> · {t.batch.payouts(formatCount(count))}
      </p>
      <form onSubmit={submission.submit}>
        <FormActions
          submission={submission}
          label={t.actions.approveConfirm(sum)}
          focused="submit"
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Asks for the reason of a rejection. */
export function RejectDialog({ batch, onChanged, onClose }: DialogProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts().actions;
  const { payoutId, contentHash, number, state } = batch;
  const submission = useSubmit(async (values) => {
    const reason = values.get('reason') ?? '';
    const { rejectPayout } = await session.request(RejectPayoutDocument, { payoutId, contentHash, reason });
    notify(t.rejected(number));
    onChanged(rejectPayout);
    onClose();
  });
  return (
    <Dialog title={t.rejectTitle(number)} onClose={onClose}>
      <p class="hint">
        {t.rejectHint} {state === 'exported' && t.rejectSentHint}
      </p>
      <form onSubmit={submission.submit}>
        <TextField label={t.reason} name="reason" problem={submission.problem} required autofocus />
        <FormActions submission={submission} label={t.reject} tone="danger" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface ExportProps extends DialogProps {
  readonly onExported: (file: BankFile) => void;
}

/** Asks for the form of the file, and makes it. */
export function ExportDialog({ batch, onExported, onClose }: ExportProps) {
  const { session } = useSignedIn();
  const t = payoutTexts();
  const { payoutId, contentHash, number } = batch;
  const submission = useSubmit(async (values) => {
    const profile = values.get('profile') ?? '';
    const { exportPayout } = await session.request(ExportPayoutDocument, { payoutId, contentHash, profile });
    onExported(exportPayout);
    onClose();
  });
  return (
    <Dialog title={t.actions.exportTitle(number)} onClose={onClose}>
      <form onSubmit={submission.submit}>
        <Field label={t.actions.profile} name="profile" problem={submission.problem}>
          {(input) => (
            <select {...input}>
              {Object.entries(t.profiles).map(([id, title]) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormActions submission={submission} label={t.actions.export} focused="submit" onCancel={onClose} />
      </form>
    </Dialog>
  );
}
