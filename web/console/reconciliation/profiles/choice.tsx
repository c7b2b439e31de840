import type { Problem } from '../../service/failures.ts';
import { Field } from '../../ui/form.tsx';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly hint?: string;
  /** The values with their words. */
  readonly options: readonly (readonly [value: T, words: string])[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice of one of a few values. */
export function Choice<T extends string>({ options, chosen, onChoose, ...frame }: ChoiceProps<T>) {
  return (
    <Field {...frame}>
      {(input) => (
        <select
          {...input}
          value={chosen}
          onChange={({ currentTarget }) => {
            const found = options.find(([value]) => value === currentTarget.value);
            if (found) onChoose(found[0]);
          }}
        >
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
