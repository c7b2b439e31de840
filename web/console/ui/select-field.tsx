import { Field, type FieldProps } from './form.tsx';

/** A value to choose, with its words. */
type Option = readonly [value: string, words: string];

interface OptionsProps {
  readonly options: readonly Option[];
  /** The value that is chosen at first, of a field whose value nobody else sets; the first one by default. */
  readonly chosen?: string | undefined;
}

/** The options of a choice. */
export function Options({ options, chosen }: OptionsProps) {
  return options.map(([value, words]) => (
    <option key={value} value={value} selected={value === chosen || undefined}>
      {words}
    </option>
  ));
}

interface SelectProps extends FieldProps, OptionsProps {
  /** The value that is chosen, of a field whose value is kept elsewhere. */
  readonly value?: string;
  readonly onChoose?: (value: string) => void;
}

/** A choice of one among a few values. */
export function SelectField(props: SelectProps) {
  return (
    <Field {...props}>
      {(input) => (
        <select
          {...input}
          value={props.value}
          onChange={(event) => props.onChoose?.(event.currentTarget.value)}
        >
          <Options {...props} />
        </select>
      )}
    </Field>
  );
}
