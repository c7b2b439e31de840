import { useState } from 'preact/hooks';
import type { Problem } from '../../service/failures.ts';
import { Field } from '../../ui/form.tsx';

interface ListProps {
  readonly label: string;
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly hint?: string;
  readonly words: readonly string[];
  readonly onChange: (words: string[]) => void;
}

/** A field for words with commas between them. Without a change the words stay exactly as they were. */
export function ListField({ words, onChange, ...frame }: ListProps) {
  const [text, setText] = useState('');
  const shown = isSame(split(text), words) ? text : words.join(', ');
  return (
    <Field {...frame}>
      {(input) => (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={shown}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            onChange(split(currentTarget.value));
          }}
          {...input}
        />
      )}
    </Field>
  );
}

function split(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((word, index) => word === others[index]);
}
