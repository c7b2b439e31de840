import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams, hrefOf, type Params, useRoute } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { FORM_FILTERS } from '../search-field/filter.ts';
import type { Problem } from '../service/failures.ts';
import { texts } from '../texts/texts.ts';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { readInputs, showInputs } from '../ui/filter-inputs.ts';
import { TextField } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';

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

interface FormProps {
  readonly problem: Problem | undefined;
}

/** Rarer filters, folded away while none is set. Each change goes into the URL. */
export function FilterForm({ problem }: FormProps) {
  const { params } = useRoute();
  const form = useRef<HTMLFormElement>(null);
  const t = texts().search;
  useLayoutEffect(() => {
    if (form.current) showInputs(form.current, FORM_FILTERS, params);
  }, [params]);
  const apply = () => {
    if (form.current) changeParams(readInputs(form.current, FORM_FILTERS));
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
        <DateTimeField label={t.fields.movedFrom} name="movedFrom" problem={problem} />
        <DateTimeField label={t.fields.movedTo} name="movedTo" problem={problem} />
        <MovedAccount chosen={params.get('movedAccountId') ?? ''} problem={problem} />
        <button type="submit" class="visually-hidden" tabIndex={-1}>
          {t.apply}
        </button>
      </form>
    </details>
  );
}

interface MovedAccountProps extends FormProps {
  readonly chosen: string;
}

/** The account on which money moved. */
function MovedAccount({ chosen, problem }: MovedAccountProps) {
  const t = texts().search;
  const offered = useChoices().accounts.map(({ accountId, title }) => [accountId, title] as const);
  // A link may name one that is no longer offered.
  const isOffered = chosen === '' || offered.some(([accountId]) => accountId === chosen);
  return (
    <SelectField
      label={t.fields.movedAccountId}
      name="movedAccountId"
      problem={problem}
      options={[['', t.anyAccount], ...offered, ...(isOffered ? [] : [[chosen, chosen] as const])]}
      value={chosen}
    />
  );
}
