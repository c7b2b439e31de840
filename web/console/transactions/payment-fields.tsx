import { useEffect, useRef } from 'preact/hooks';
import { useChoices } from '../search-field/choices.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Field, TextField } from '../ui/form.tsx';
import type { Values } from '../ui/use-submit.ts';

/** The account that was chosen last in a session, because most payments are made from one account. */
let last: { readonly session?: Session; readonly accountId: string } = { accountId: '' };

interface PaymentFieldsProps {
  /** Whether the bank's number is required: for a withdrawal that has ended, because nobody has a claim on it. */
  readonly isReferenceNeeded: boolean;
}

/** Asks from which account a withdrawal was paid, and for the bank's number of the transfer. */
export function PaymentFields({ isReferenceNeeded }: PaymentFieldsProps) {
  const t = texts().transactions;
  const { accounts } = useChoices();
  const { session } = useSignedIn();
  if (last.session !== session) last = { session, accountId: '' };
  const select = useRef<HTMLSelectElement>(null);
  const only = accounts.length === 1 ? accounts[0]?.accountId : undefined;
  useEffect(() => {
    // The accounts are read after the dialog has opened.
    if (select.current && select.current.value === '') select.current.value = only ?? last.accountId;
  }, [only, accounts]);
  return (
    <>
      <Field label={t.paidFrom} name="paidFromAccountId">
        {(input) => (
          <select {...input} ref={select}>
            <option value="">{t.chooseAccount}</option>
            {accounts.map(({ accountId, title }) => (
              <option key={accountId} value={accountId}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField label={isReferenceNeeded ? t.bankReference : t.bankReferenceOptional} name="bankReference" />
    </>
  );
}

/** Reads the fields. @returns the payment, and the problems of missing values by the names of their fields. */
export function readPayment(values: Values, isReferenceNeeded: boolean) {
  const t = texts().transactions;
  const paidFromAccountId = values.get('paidFromAccountId') ?? '';
  const bankReference = values.get('bankReference')?.trim() ?? '';
  if (paidFromAccountId !== '') last = { ...last, accountId: paidFromAccountId };
  const problems = {
    ...(paidFromAccountId === '' && { paidFromAccountId: t.paidFromProblem }),
    ...(isReferenceNeeded && bankReference === '' && { bankReference: t.bankReferenceProblem }),
  };
  return { problems, payment: { paidFromAccountId, ...(bankReference && { bankReference }) } };
}
