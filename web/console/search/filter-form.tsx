import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams, type Place } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { Field, TextField } from '../ui/form.tsx';
import { FILTERS, type FilterName, toInputMoment, toParams } from './filter.ts';

interface FilterFormProps {
  readonly params: Place['params'];
  readonly problem: Problem | undefined;
}

const STATUSES = ['pending', 'successful', 'unsuccessful'] as const;
const TYPES = ['deposit', 'withdrawal'] as const;

/** What to look for. Each change goes into the address, and the address says what is shown. */
export function FilterForm({ params, problem }: FilterFormProps) {
  const { session } = useSignedIn();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (form.current) showParams(form.current, params);
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
          name="search"
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
        <MomentField label="From" name="from" problem={problem} />
        <MomentField label="To" name="to" problem={problem} />
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

/** Lets the form say what the address says, and leaves alone what says so already: the focus may be there. */
function showParams(form: HTMLFormElement, params: URLSearchParams): void {
  for (const name of FILTERS) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLSelectElement)) continue;
    const value = params.get(name) ?? '';
    const shown = input.type === 'datetime-local' ? toInputMoment(value) : value;
    if (input.value !== shown) input.value = shown;
  }
}

type Option = readonly [value: string, title: string];

function asOption(value: string): Option {
  return [value, value];
}

/** Browsers offer as many digits for the year as the latest one has. */
const LATEST_MOMENT = '9999-12-31T23:59';

interface MomentProps {
  readonly label: string;
  readonly name: string;
  readonly problem: Problem | undefined;
}

function MomentField({ label, name, problem }: MomentProps) {
  return (
    <Field label={label} name={name} problem={problem}>
      {(input) => <input type="datetime-local" max={LATEST_MOMENT} {...input} />}
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
  // A bank that takes no transactions any more can still be looked for.
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
