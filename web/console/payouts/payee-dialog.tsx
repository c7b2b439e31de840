import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Values } from '../ui/use-submit.ts';
import { ChangePayeeDocument } from './gql/graphql.ts';

interface PayeeDialogProps {
  /** A payout that the bank has refused. */
  readonly row: { readonly transactionId: string; readonly accountName: string; readonly iban: string };
  readonly onClose: () => void;
}

/** Asks for another payee of a refused payout. What the merchant asked for stays as it is. */
export function PayeeDialog({ row, onClose }: PayeeDialogProps) {
  const { session, notify } = useSignedIn();
  const t = payoutTexts().payee;
  const { transactionId } = row;
  const change = async (values: Values) => {
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
  };
  return (
    <FormDialog
      title={t.title}
      about={<p class="hint">{t.hint}</p>}
      label={t.action}
      action={change}
      onClose={onClose}
    >
      <TextField label={t.iban} name="iban" defaultValue={row.iban} required autofocus />
      <TextField label={t.accountName} name="accountName" defaultValue={row.accountName} required />
      <TextField label={t.reason} name="reason" required />
    </FormDialog>
  );
}
