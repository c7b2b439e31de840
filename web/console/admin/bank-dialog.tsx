import { plainAmount } from '../format.ts';
import { AddBankDocument, UpdateBankDocument } from '../gql/graphql.ts';
import type { Problem } from '../service/failures.ts';
import type { Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { readLimits } from './amounts.ts';

interface BankDialogProps {
  /** The bank to edit; undefined for a new one. */
  readonly bank: Bank | undefined;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Creates or changes a bank. */
export function BankDialog({ bank, onSaved, onClose }: BankDialogProps) {
  const { session } = useSignedIn();
  const submission = useSubmit(async (values) => {
    const fields = {
      name: values.get('name') ?? '',
      active: values.has('active'),
      deposit: readLimits(values, 'deposit'),
      withdrawal: readLimits(values, 'withdrawal'),
    };
    if (bank) await session.request(UpdateBankDocument, { input: { bankId: bank.bankId, ...fields } });
    else await session.request(AddBankDocument, { input: fields });
    onSaved(`${fields.name} is saved.`);
  });
  const { problem } = submission;
  return (
    <Dialog title={bank ? `Edit ${bank.name}` : 'New bank'} onClose={onClose}>
      <form onSubmit={submission.submit}>
        <TextField label="Name" name="name" defaultValue={bank?.name ?? ''} problem={problem} />
        <LimitFields title="Deposits" name="deposit" limits={bank?.deposit} problem={problem} />
        <LimitFields title="Withdrawals" name="withdrawal" limits={bank?.withdrawal} problem={problem} />
        <CheckField label="Takes transactions" name="active" checked={bank?.active ?? true} />
        <FormActions submission={submission} label="Save" onCancel={onClose} />
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
  const field = (label: string, end: 'minAmount' | 'maxAmount') => (
    <TextField
      label={label}
      name={`${name}.${end}`}
      inputMode="decimal"
      defaultValue={limits ? plainAmount(limits[end]) : ''}
      problem={problem}
    />
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      <p class="hint">Empty: not offered.</p>
      <div class="pair">
        {field('Smallest amount', 'minAmount')}
        {field('Largest amount', 'maxAmount')}
      </div>
    </fieldset>
  );
}
