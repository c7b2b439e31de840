import { typedAmount } from '../format.ts';
import type { Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { CheckField, TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Values } from '../ui/use-submit.ts';
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
  const save = async (values: Values) => {
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
  };
  return (
    <FormDialog
      title={bank ? t.editBank(bank.name) : t.newBank}
      label={texts().ui.save}
      action={save}
      onClose={onClose}
    >
      <TextField label={t.name} name="name" defaultValue={bank?.name ?? ''} />
      <LimitFields title={t.deposits} name="deposit" limits={bank?.deposit} />
      <LimitFields title={t.withdrawals} name="withdrawal" limits={bank?.withdrawal} />
      <CheckField label={t.takesTransactions} name="active" checked={bank?.active ?? true} />
    </FormDialog>
  );
}

interface LimitFieldsProps {
  readonly title: string;
  readonly name: string;
  readonly limits: Bank['deposit'];
}

function LimitFields({ title, name, limits }: LimitFieldsProps) {
  const t = adminTexts().banks;
  const field = (label: string, end: 'minAmount' | 'maxAmount') => (
    <TextField
      label={label}
      name={`${name}.${end}`}
      inputMode="decimal"
      defaultValue={limits ? typedAmount(limits[end]) : ''}
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
