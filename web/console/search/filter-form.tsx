import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams, type Route } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { Field, TextField } from '../ui/form.tsx';
import { FILTERS, type FilterName, toInputDateTime, toParams } from './filter.ts';

interface FilterFormProps {
  readonly params: Route['params'];
  readonly problem: Problem | undefined;
}

const STATUSES = ['pending', 'successful', 'unsuccessful'] as const;
const TYPES = ['deposit', 'withdrawal'] as const;

/** The search form. Each change goes into the URL, and the URL determines the results. */
export function FilterForm({ params, problem }: FilterFormProps) {
  const { session } = useSignedIn();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (form.current) setInputs(form.current, params);
  }, [params]);
  const apply = () => {
    if (!form.current) return;
    const entries = [...new FormData(form.current)].map(([name, value]) => [name, String(value)] as const);
    changeParams(toParams(new Map(entries)));
  };
  const clear = () => changeParams(Object.fromEntries(FILTERS.map((name) => [name, undefined])));
  const isFiltered = FILTERS.some((name) => params.get(name));
  const text = (label: string, name: FilterName) => <TextField label={label} name={name} problem={problem} />;
  const choice = (label: string, name: FilterName, options: readonly Option[]) => (
    <Choice label={label} name={name} options={options} value={params.get(name)} problem={problem} />
  );
  return (
    <search>
      <form
        ref={form}
        class="filters"
        onChange={apply}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <TextField
          label="Search"
          name="query"
          placeholder="Name, user name, process, IBAN"
          problem={problem}
        />
        {choice('Status', 'status', STATUSES.map(asOption))}
        {choice('Type', 'type', TYPES.map(asOption))}
        {choice(
          'Bank',
          'bankId',
          session.banks.map(({ bankId, name }) => [bankId, name]),
        )}
        {text('Client (appKey)', 'appKey')}
        {text('User', 'userId')}
        {text('Process', 'processId')}
        <DateTimeField label="From" name="from" problem={problem} />
        <DateTimeField label="To" name="to" problem={problem} />
        {text('Amount from', 'minAmount')}
        {text('Amount to', 'maxAmount')}
        <div class="actions">
          <button type="submit" class="primary">
            Search
          </button>
          <button type="button" disabled={!isFiltered} onClick={clear}>
            Clear
          </button>
        </div>
      </form>
    </search>
  );
}

/** Copies the URL's parameters to the form. Inputs with the right value are not touched: one may have the focus. */
function setInputs(form: HTMLFormElement, params: URLSearchParams): void {
  for (const name of FILTERS) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = params.get(name) ?? '';
    const shown = input.type === 'datetime-local' ? toInputDateTime(value) : value;
    if (input.value !== shown) input.value = shown;
  }
}

type Option = readonly [value: string, title: string];

function asOption(value: string): Option {
  return [value, value];
}

/** Browsers accept as many digits for the year as the maximum has. */
const LATEST_DATE_TIME = '9999-12-31T23:59';

interface DateTimeProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  readonly problem: Problem | undefined;
}

/** A date and time in the browser's time zone. */
export function DateTimeField({ label, name, value, problem }: DateTimeProps) {
  return (
    <Field label={label} name={name} problem={problem}>
      {(input) => <input type="datetime-local" max={LATEST_DATE_TIME} defaultValue={value} {...input} />}
    </Field>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | null;
  readonly options: readonly Option[];
  readonly problem: Problem | undefined;
}

function Choice({ label, name, value, options, problem }: ChoiceProps) {
  // A bank that is no longer active can still be searched for.
  const isUnknown = value && !options.some(([option]) => option === value);
  const all = isUnknown ? [...options, asOption(value)] : options;
  return (
    <Field label={label} name={name} problem={problem}>
      {(input) => (
        <select {...input}>
          <option value="">All</option>
          {all.map(([option, title]) => (
            <option key={option} value={option}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
