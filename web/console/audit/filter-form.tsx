import { changeParams } from '../router.ts';
import { DateTimeField } from '../search/filter-form.tsx';
import type { Problem } from '../service/failures.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { toInputDateTime } from '../time-zone.ts';
import { Field, TextField } from '../ui/form.tsx';
import { AUDIT_FILTERS, toAuditParams } from './filter.ts';

interface FilterFormProps {
  readonly params: URLSearchParams;
  readonly problem: Problem | undefined;
}

/** The filters of the audit log. They go into the URL, and the URL determines the rows. */
export function AuditFilterForm({ params, problem }: FilterFormProps) {
  const t = adminTexts().audit;
  const { search, clear: clearWord } = texts().ui;
  const value = (name: string) => params.get(name) ?? '';
  const text = (label: string, name: string, placeholder: string) => (
    <TextField
      label={label}
      name={name}
      placeholder={placeholder}
      defaultValue={value(name)}
      problem={problem}
    />
  );
  const clear = () => changeParams(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, undefined])));
  return (
    <search>
      {/* Another URL makes another form, which shows its values. */}
      <form
        key={params.toString()}
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          changeParams(toAuditParams(new FormData(event.currentTarget)));
        }}
      >
        {text(t.by, 'actor', t.byPlaceholder)}
        <OperationField value={value('operation')} problem={problem} />
        {text(t.target, 'target', t.targetPlaceholder)}
        <DateTimeField label={t.from} name="from" value={toInputDateTime(value('from'))} problem={problem} />
        <DateTimeField label={t.to} name="to" value={toInputDateTime(value('to'))} problem={problem} />
        <div class="actions">
          <button type="submit" class="primary">
            {search}
          </button>
          <button type="button" onClick={clear}>
            {clearWord}
          </button>
        </div>
      </form>
    </search>
  );
}

interface OperationFieldProps {
  readonly value: string;
  readonly problem: Problem | undefined;
}

/** The choice of an operation. One that the console has no words for can still stand in the URL. */
function OperationField({ value, problem }: OperationFieldProps) {
  const { operation, operations } = adminTexts().audit;
  const known = Object.entries(operations);
  const all = value === '' || Object.hasOwn(operations, value) ? known : [...known, [value, value] as const];
  return (
    <Field label={operation} name="operation" problem={problem}>
      {(input) => (
        <select {...input}>
          <option value="">{texts().ui.all}</option>
          {all.map(([name, words]) => (
            <option key={name} value={name} selected={name === value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
