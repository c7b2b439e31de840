import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { ChangePayeeDocument } from './gql/graphql.ts';

interface PayeeDialogProps {
  /** A payout that the bank has refused. */
  readonly row: { readonly transactionId: string; readonly accountName: string; readonly iban: string };
  readonly onClose: () => void;
}

/** Asks for another payee of a refused payout. The merchant's own wish stays as it is. */
export function PayeeDialog({ row, onClose }: PayeeDialogProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts().payee;
  const { transactionId } = row;
  const submission = useSubmit(async (values) => {
    const textOf = (name: string) => values.get(name)?.trim() ?? '';
    const input = {
      transactionId,
      iban: textOf('iban'),
      accountName: textOf('accountName'),
      reason: textOf('reason'),
    };
    await session.request(ChangePayeeDocument, { input });
    notify(t.done);
    onClose();
  });
  const { problem } = submission;
  return (
    <Dialog title={t.title} onClose={onClose}>
      <p class="hint">{t.hint}</p>
      <form onSubmit={submission.submit}>
        <TextField label={t.iban} name="iban" defaultValue={row.iban} problem={problem} required autofocus />
        <TextField
          label={t.accountName}
          name="accountName"
          defaultValue={row.accountName}
          problem={problem}
          required
        />
        <TextField label={t.reason} name="reason" problem={problem} required />
        <FormActions submission={submission} label={t.action} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
