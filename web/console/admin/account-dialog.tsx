import { typedAmount } from '../format.ts';
import type { Account, Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { CheckField, TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Values } from '../ui/use-submit.ts';
import { readOptionalAmount } from './amounts.ts';
import { changesOf } from './changes.ts';
import { AddAccountDocument, UpdateAccountDocument } from './gql/graphql.ts';

interface AccountDialogProps {
  /** The account to edit; undefined for a new one. */
  readonly account: Account | undefined;
  readonly banks: readonly Bank[];
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Creates an account, or changes its daily limit and whether it takes deposits. */
export function AccountDialog({ account, banks, onSaved, onClose }: AccountDialogProps) {
  const { session } = useSignedIn();
  const t = adminTexts().banks;
  const save = async (values: Values) => {
    const fields = { dailyLimit: readOptionalAmount(values, 'dailyLimit'), active: values.has('active') };
    const text = (name: string) => values.get(name) ?? '';
    if (account) {
      const changes = changesOf(fields, account);
      if (!changes) return onClose();
      await session.request(UpdateAccountDocument, { input: { accountId: account.accountId, ...changes } });
    } else {
      const named = { bankId: text('bankId'), accountName: text('accountName'), iban: text('iban') };
      await session.request(AddAccountDocument, { input: { ...named, ...fields } });
    }
    onSaved(t.accountSaved);
  };
  return (
    <FormDialog
      title={account ? t.editAccount(account.accountName) : t.newAccount}
      label={texts().ui.save}
      action={save}
      onClose={onClose}
    >
      {!account && (
        <>
          <SelectField
            label={t.bank}
            name="bankId"
            options={banks.map(({ bankId, name }) => [bankId, name])}
          />
          <TextField label={t.holder} name="accountName" />
          <TextField label={t.iban} name="iban" />
        </>
      )}
      <TextField
        label={t.dailyLimit}
        name="dailyLimit"
        inputMode="decimal"
        defaultValue={account?.dailyLimit == null ? '' : typedAmount(account.dailyLimit)}
        hint={t.dailyLimitHint}
      />
      <CheckField label={t.takesDeposits} name="active" checked={account?.active ?? true} />
    </FormDialog>
  );
}
