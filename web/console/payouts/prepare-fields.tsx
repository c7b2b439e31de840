import { useChoices } from '../search-field/choices.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { texts } from '../texts/texts.ts';
import { Field, TextField } from '../ui/form.tsx';
import { Options } from '../ui/select-field.tsx';

/** The fields for the account that pays, and the day. */
export function PayingFields({ receiver }: { readonly receiver: string | undefined }) {
  const t = payoutTexts().form;
  const { accounts } = useChoices();
  return (
    <>
      <Field label={t.account} name="accountId">
        {(input) => (
          <select key={receiver} {...input} required>
            <Options options={accounts.map(({ accountId, title }) => [accountId, title])} chosen={receiver} />
          </select>
        )}
      </Field>
      <TextField label={t.day} name="executionDay" hint={t.dayHint} placeholder={texts().ui.dateForm} />
    </>
  );
}
