import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams, hrefOf, type Params, useRoute } from '../router.ts';
import type { FilterName } from '../search-field/filter.ts';
import type { Problem } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { fromInputDateTime, toInputDateTime } from '../time-zone.ts';
import { Field, TextField } from '../ui/form.tsx';

const VIEWS = {
  all: {},
  pending: { status: 'pending' },
  successful: { status: 'successful' },
  unsuccessful: { status: 'unsuccessful' },
  late: { isLate: 'true' },
} as const satisfies Record<string, Params>;

type View = keyof typeof VIEWS;

const NO_VIEW: Params = { status: undefined, isLate: undefined, reason: undefined, open: undefined };

/** The named views of the search. A view keeps the other filters. */
export function Views() {
  const { params } = useRoute();
  const t = texts().search;
  const others = { ...Object.fromEntries(params), ...NO_VIEW };
  const current = viewOf(params);
  return (
    <nav class="switch views" aria-label={t.views}>
      {(Object.keys(VIEWS) as View[]).map((view) => (
        <a
          key={view}
          href={hrefOf('search', { ...others, ...VIEWS[view] })}
          aria-current={view === current ? 'true' : undefined}
        >
          {t.viewNames[view]}
        </a>
      ))}
    </nav>
  );
}

/** The view that the URL shows; undefined while ended kinds are chosen. */
export function viewOf(params: URLSearchParams): View | undefined {
  if (params.get('reason')) return undefined;
  if (params.get('isLate') === 'true') return 'late';
  const status = params.get('status');
  return status === 'pending' || status === 'successful' || status === 'unsuccessful' ? status : 'all';
}

/** The filters that are typed into fields of their own. */
export const FORM_FILTERS = [
  'from',
  'to',
  'minAmount',
  'maxAmount',
  'userId',
  'processId',
] as const satisfies readonly FilterName[];

interface FilterFormProps {
  readonly problem: Problem | undefined;
}

/** Rarer filters, folded away while none is set. Each change goes into the URL. */
export function FilterForm({ problem }: FilterFormProps) {
  const { params } = useRoute();
  const form = useRef<HTMLFormElement>(null);
  const t = texts().search;
  useLayoutEffect(() => {
    if (form.current) setInputs(form.current, params);
  }, [params]);
  const apply = () => {
    if (form.current) changeParams(readForm(new FormData(form.current)));
  };
  const isSet = FORM_FILTERS.some((name) => params.get(name));
  const text = (name: (typeof FORM_FILTERS)[number]) => (
    <TextField label={t.fields[name]} name={name} problem={problem} />
  );
  return (
    <details class="more-filters" open={isSet}>
      <summary>{t.moreFilters}</summary>
      <form
        ref={form}
        class="filters"
        onChange={apply}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        <DateTimeField label={t.fields.from} name="from" problem={problem} />
        <DateTimeField label={t.fields.to} name="to" problem={problem} />
        {text('minAmount')}
        {text('maxAmount')}
        {text('userId')}
        {text('processId')}
        <button type="submit" class="visually-hidden" tabIndex={-1}>
          {t.apply}
        </button>
      </form>
    </details>
  );
}

function readForm(values: FormData): Params {
  return Object.fromEntries(
    FORM_FILTERS.map((name) => {
      const value = String(values.get(name) ?? '').trim();
      const isTime = name === 'from' || name === 'to';
      return [name, isTime && value ? fromInputDateTime(value) : value];
    }),
  );
}

/** Copies the URL's parameters to the form. Inputs with the right value are not touched: one may have the focus. */
function setInputs(form: HTMLFormElement, params: URLSearchParams): void {
  for (const name of FORM_FILTERS) {
    const input = form.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement)) continue;
    const value = params.get(name) ?? '';
    const shown = input.type === 'datetime-local' ? toInputDateTime(value) : value;
    if (input.value !== shown) input.value = shown;
  }
}

/** Browsers accept as many digits for the year as the maximum has. */
const LATEST_DATE_TIME = '9999-12-31T23:59';

interface DateTimeProps {
  readonly label: string;
  readonly name: string;
  readonly value?: string;
  readonly problem: Problem | undefined;
}

/** A date and time in the desk's time zone. */
export function DateTimeField({ label, name, value, problem }: DateTimeProps) {
  return (
    <Field label={label} name={name} problem={problem}>
      {(input) => <input type="datetime-local" max={LATEST_DATE_TIME} defaultValue={value} {...input} />}
    </Field>
  );
}
