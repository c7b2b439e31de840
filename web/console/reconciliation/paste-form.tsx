import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatShortTimestamp } from '../format.ts';
import { FormError } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Field, Form, FormActions } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface PasteProps {
  readonly onSend: (text: string, name: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** The form for lines that were copied from elsewhere. */
export function PasteForm({ onSend, onCancel }: PasteProps) {
  const { session } = useSignedIn();
  const { imports: t } = reconciliationTexts();
  const form = useRef<HTMLFormElement>(null);
  // A browser applies `autofocus` only once.
  useLayoutEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const submission = useSubmit(async (values) => {
    const text = values.get('content') ?? '';
    if (text.trim() === '') throw new FormError({ content: t.pasteEmpty });
    await onSend(text, t.pastedName(formatShortTimestamp(new Date(session.nowMs()).toISOString())));
  });
  return (
    <Form formRef={form} class="paste" submission={submission}>
      <Field label={t.pasteLabel} name="content" hint={t.pasteHint}>
        {(input) => <textarea rows={6} spellcheck={false} {...input} />}
      </Field>
      <FormActions label={t.read} onCancel={onCancel} />
    </Form>
  );
}
