import { useLayoutEffect, useRef } from 'preact/hooks';
import { FormError } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { Form, FormActions, TextField } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface WordsFormProps {
  readonly title: string;
  readonly about?: string;
  readonly label: string;
  /** The name of the field in the request. */
  readonly name: string;
  readonly send: string;
  /** Frequent texts, each with its digit as the key. */
  readonly templates?: readonly string[];
  readonly onSend: (words: string) => Promise<void>;
  readonly onCancel: () => void;
}

/** A form with one line of text, which has the focus: Enter sends it, Escape closes it. */
export function WordsForm(props: WordsFormProps) {
  const { title, about, label, name, send, templates = [], onSend, onCancel } = props;
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
  const write = (words: string) => {
    const input = form.current?.querySelector('input');
    if (!input) return;
    input.value = words;
    input.focus();
  };
  return (
    <Form
      formRef={form}
      class="words-form"
      submission={submission}
      onKeyDown={(event) => {
        const words = templates[digitOf(event) - 1];
        if (event.key !== 'Escape' && words === undefined) return;
        event.preventDefault();
        if (words === undefined) onCancel();
        else write(words);
      }}
    >
      <h3>{title}</h3>
      {about && <p>{about}</p>}
      <TextField label={label} name={name} />
      {templates.length > 0 && (
        <div class="actions">
          {templates.map((words, index) => (
            <button key={words} type="button" onClick={() => write(words)}>
              <kbd class="for-keys">{index + 1}</kbd> <bdi>{words}</bdi>
            </button>
          ))}
        </div>
      )}
      <FormActions label={send} onCancel={onCancel} />
    </Form>
  );
}

/** The digit that picks a template: in the empty field, or with Alt. 0 for another key. */
function digitOf({ key, code, altKey, ctrlKey, metaKey, target }: KeyboardEvent): number {
  const isTyped = target instanceof HTMLInputElement && target.value !== '';
  if (ctrlKey || metaKey || (isTyped && !altKey)) return 0;
  // Alt changes the characters of some keyboards, but not the places of their keys.
  const digit = /^[1-9]$/.exec(key)?.[0] ?? (altKey ? /[1-9]$/.exec(code)?.[0] : undefined);
  return Number(digit ?? 0);
}
