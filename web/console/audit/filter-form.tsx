import { changeParams } from '../router.ts';
import { DateTimeField } from '../search/filter-form.tsx';
import type { Problem } from '../service/failures.ts';
import { toInputDateTime } from '../time-zone.ts';
import { TextField } from '../ui/form.tsx';
import { AUDIT_FILTERS, toAuditParams } from './filter.ts';

interface FilterFormProps {
  readonly params: URLSearchParams;
  readonly problem: Problem | undefined;
}

/** The filters of the audit log. They go into the URL, and the URL determines the rows. */
export function AuditFilterForm({ params, problem }: FilterFormProps) {
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
        {text('By', 'actor', 'appKey or user of the machine')}
        {text('Operation', 'operation', 'updateClient')}
        {text('Target', 'target', 'appKey or id')}
        <DateTimeField label="From" name="from" value={toInputDateTime(value('from'))} problem={problem} />
        <DateTimeField label="To" name="to" value={toInputDateTime(value('to'))} problem={problem} />
        <div class="actions">
          <button type="submit" class="primary">
            Search
          </button>
          <button type="button" onClick={clear}>
            Clear
          </button>
        </div>
      </form>
    </search>
  );
}
