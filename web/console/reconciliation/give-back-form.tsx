import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { readAmount } from '../format.ts';
import { FormError } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { CheckField, Form, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { isDoubtful, lineProblem, refuseForm } from './line-problem.ts';
import type { Line } from './line-types.ts';
import type { GivenBack } from './use-line-actions.ts';

interface GiveBackProps {
  readonly line: Line;
  readonly onSend: (given: GivenBack) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form for giving money of a line back. It asks for the payer only if the line shows none. */
export function GiveBackForm({ line, onSend, onCancel }: GiveBackProps) {
  const { refund: t } = reconciliationTexts().desk;
  const form = useRef<HTMLFormElement>(null);
  const [isInDoubt, setDoubtful] = useState(false);
  const submission = useSubmit(async (values) => {
    const { required } = texts().failures.fields;
    const textOf = (name: string) => values.get(name)?.trim() || undefined;
    const reason = textOf('reason');
    if (reason === undefined) throw new FormError({ reason: required });
    const typed = textOf('amount');
    const amount = readAmount(typed ?? '');
    if (typed !== undefined && amount === undefined) throw new FormError({ amount: required });
    const acceptDifference = values.has('acceptDifference');
    await onSend({
      amount,
      reason,
      acceptDifference,
      iban: textOf('iban'),
      accountName: textOf('accountName'),
    }).catch((error: unknown) => {
      setDoubtful(isDoubtful(lineProblem(error)));
      return refuseForm(error);
    });
  });
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLInputElement>('input[name=reason]')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Form
      formRef={form}
      class="words-form"
      submission={submission}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <h3>{t.formTitle}</h3>
      <p>{t.about}</p>
      <TextField label={t.amount} name="amount" hint={t.amountHint} />
      {line.counterpartyIban == null && <TextField label={t.iban} name="iban" hint={t.ibanHint} />}
      {line.counterpartyName == null && line.ultimateName == null && (
        <TextField label={t.accountName} name="accountName" />
      )}
      <TextField label={t.reason} name="reason" />
      {isInDoubt && <CheckField label={t.isThere} name="acceptDifference" />}
      <FormActions label={t.send} onCancel={onCancel} />
    </Form>
  );
}
