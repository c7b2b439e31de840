import { typedAmount } from '../format.ts';
import type { Problem } from '../service/failures.ts';
import type { Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { readLimits } from './amounts.ts';
import { changesOf } from './changes.ts';
import { AddBankDocument, UpdateBankDocument } from './gql/graphql.ts';

interface BankDialogProps {
  /** The bank to edit; undefined for a new one. */
  readonly bank: Bank | undefined;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Creates or changes a bank. */
export function BankDialog({ bank, onSaved, onClose }: BankDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().banks;
  const submission = useSubmit(async (values) => {
    const fields = {
      name: values.get('name') ?? '',
      active: values.has('active'),
      deposit: readLimits(values, 'deposit'),
      withdrawal: readLimits(values, 'withdrawal'),
    };
    if (bank) {
      const changes = changesOf(fields, bank);
      if (!changes) return onClose();
      await session.request(UpdateBankDocument, { input: { bankId: bank.bankId, ...changes } });
    } else await session.request(AddBankDocument, { input: fields });
    onSaved(t.saved(fields.name));
  });
  const { problem } = submission;
  return (
    <Dialog title={bank ? t.editBank(bank.name) : t.newBank} onClose={onClose}>
      <form onSubmit={submission.submit}>
        <TextField label={t.name} name="name" defaultValue={bank?.name ?? ''} problem={problem} />
        <LimitFields title={t.deposits} name="deposit" limits={bank?.deposit} problem={problem} />
        <LimitFields title={t.withdrawals} name="withdrawal" limits={bank?.withdrawal} problem={problem} />
        <CheckField label={t.takesTransactions} name="active" checked={bank?.active ?? true} />
        <FormActions submission={submission} label={texts().ui.save} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface LimitFieldsProps {
  readonly title: string;
  readonly name: string;
  readonly limits: Bank['deposit'];
  readonly problem: Problem | undefined;
}

function LimitFields({ title, name, limits, problem }: LimitFieldsProps) {
  const t = adminTexts().banks;
  const field = (label: string, end: 'minAmount' | 'maxAmount') => (
    <TextField
      label={label}
      name={`${name}.${end}`}
      inputMode="decimal"
      defaultValue={limits ? typedAmount(limits[end]) : ''}
      problem={problem}
    />
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      <p class="hint">{t.emptyNotOffered}</p>
      <div class="pair">
        {field(t.smallest, 'minAmount')}
        {field(t.largest, 'maxAmount')}
      </div>
    </fieldset>
  );
}
