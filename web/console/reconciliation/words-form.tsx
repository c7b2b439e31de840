import { useLayoutEffect, useRef } from 'preact/hooks';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface WordsFormProps {
  readonly title: string;
  readonly about?: string;
  readonly label: string;
  /** The name of the field in the request. */
  readonly name: string;
  readonly send: string;
  readonly onSend: (words: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A form of one line of words, which has the focus: Enter sends it, Escape closes it. */
export function WordsForm({ title, about, label, name, send, onSend, onCancel }: WordsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submission = useSubmit(async (values) => {
    const words = values.get(name)?.trim() ?? '';
    if (words === '') throw new FormError({ [name]: texts().failures.fields.required });
    await onSend(words);
  });
  // The next key is for the field: no effect after painting.
  useLayoutEffect(() => {
    form.current?.querySelector('input')?.focus();
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <form
      ref={form}
      class="words-form"
      onSubmit={submission.submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onCancel();
      }}
    >
      <h3>{title}</h3>
      {about && <p>{about}</p>}
      <TextField label={label} name={name} problem={submission.problem} />
      <FormActions submission={submission} label={send} onCancel={onCancel} />
    </form>
  );
}
