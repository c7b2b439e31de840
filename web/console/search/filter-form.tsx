import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { changeParams, hrefOf, type Params, useRoute } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { ENDED_KINDS, type FilterName, FORM_FILTERS, readKinds } from '../search-field/filter.ts';
import type { Problem } from '../service/failures.ts';
import { searchTexts } from '../texts/search.ts';
import { texts } from '../texts/texts.ts';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { readInputs, showInputs } from '../ui/filter-inputs.ts';
import { Form, TextField } from '../ui/form.tsx';
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
  const t = searchTexts();
  const others = { ...Object.fromEntries(params), ...NO_VIEW };
  const current = viewOf(params);
  return (
    <nav class="tabs" aria-label={t.views}>
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

/** The filters that are folded away. */
const FOLDED: readonly FilterName[] = ['type', 'isSent', 'reason', ...FORM_FILTERS];

interface ButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Opens the rarer filters, and says how many of them are set. */
export function FilterButton({ isOpen, onToggle }: ButtonProps) {
  const { params } = useRoute();
  const count = FOLDED.filter((name) => params.get(name)).length;
  return (
    <button
      type="button"
      class={count > 0 ? 'chip on' : 'chip'}
      aria-expanded={isOpen}
      aria-controls={FILTERS_ID}
      onClick={onToggle}
    >
      {texts().searchField.filters}
      {count > 0 && ` ${formatCount(count)}`}
    </button>
  );
}

const FILTERS_ID = 'more-filters';

interface FormProps {
  readonly problem: Problem | undefined;
}

/** The rarer filters. Each change goes into the URL. */
export function MoreFilters({ problem }: FormProps) {
  return (
    <div class="more-filters" id={FILTERS_ID}>
      <Toggles />
      <FilterForm problem={problem} />
    </div>
  );
}

/** The kinds of transactions, and how they ended, each as a chip that turns on and off. */
function Toggles() {
  const { params } = useRoute();
  const t = texts().searchField;
  const kinds = readKinds(params.get('reason'));
  const toggle = (title: string, isOn: boolean, changes: Params) => (
    <button key={title} type="button" class="chip" aria-pressed={isOn} onClick={() => changeParams(changes)}>
      {title}
    </button>
  );
  const choice = (name: FilterName, value: string, title: string) => {
    const isOn = params.get(name) === value;
    return toggle(title, isOn, { [name]: isOn ? undefined : value });
  };
  return (
    <div class="chips">
      {choice('type', 'deposit', t.deposits)}
      {choice('type', 'withdrawal', t.withdrawals)}
      {choice('isSent', 'true', t.sent)}
      {ENDED_KINDS.map((kind) => {
        const isOn = kinds.includes(kind);
        const chosen = ENDED_KINDS.filter((known) => (known === kind) !== kinds.includes(known));
        const others = isOn ? {} : { status: undefined, isLate: undefined };
        return toggle(t.kinds[kind], isOn, { reason: chosen.join(','), ...others });
      })}
    </div>
  );
}

function FilterForm({ problem }: FormProps) {
  const { params } = useRoute();
  const form = useRef<HTMLFormElement>(null);
  const t = searchTexts();
  useLayoutEffect(() => {
    if (form.current) showInputs(form.current, FORM_FILTERS, params);
  }, [params]);
  const apply = () => {
    if (form.current) changeParams(readInputs(form.current, FORM_FILTERS));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    apply();
  };
  const text = (name: (typeof FORM_FILTERS)[number]) => <TextField label={t.fields[name]} name={name} />;
  return (
    <Form formRef={form} class="filters" onChange={apply} submission={{ isBusy: false, problem, submit }}>
      <DateTimeField label={t.fields.from} name="from" />
      <DateTimeField label={t.fields.to} name="to" />
      {text('minAmount')}
      {text('maxAmount')}
      {text('userId')}
      {text('processId')}
      <DateTimeField label={t.fields.movedFrom} name="movedFrom" />
      <DateTimeField label={t.fields.movedTo} name="movedTo" />
      <MovedAccount chosen={params.get('movedAccountId') ?? ''} />
      <button type="submit" class="visually-hidden" tabIndex={-1}>
        {t.apply}
      </button>
    </Form>
  );
}

/** The account on which money moved. */
function MovedAccount({ chosen }: { readonly chosen: string }) {
  const t = searchTexts();
  const offered = useChoices().accounts.map(({ accountId, title }) => [accountId, title] as const);
  // A link can name a value that is no longer offered.
  const isOffered = chosen === '' || offered.some(([accountId]) => accountId === chosen);
  return (
    <SelectField
      label={t.fields.movedAccountId}
      name="movedAccountId"
      options={[['', t.anyAccount], ...offered, ...(isOffered ? [] : [[chosen, chosen] as const])]}
      value={chosen}
    />
  );
}
