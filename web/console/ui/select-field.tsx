import { Field, type FieldProps } from './form.tsx';

/** An option: its value and its text. */
type Option = readonly [value: string, words: string];

interface OptionsProps {
  readonly options: readonly Option[];
  /** The option that is selected at first, for a field without `value`; by default the first option. */
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
  /** The selected option, for a field whose value is stored elsewhere. */
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
