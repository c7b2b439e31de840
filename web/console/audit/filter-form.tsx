import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeParams } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { DateTimeField } from '../ui/date-time-field.tsx';
import { readInputs, showInputs } from '../ui/filter-inputs.ts';
import { Form, TextField } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { AUDIT_FILTERS } from './filter.ts';

interface FilterFormProps {
  readonly params: URLSearchParams;
  readonly problem: Problem | undefined;
}

/** The filters of the audit log. They go into the URL, and the URL determines the rows. */
export function AuditFilterForm({ params, problem }: FilterFormProps) {
  const t = adminTexts().audit;
  const { search, clear: clearWord } = texts().ui;
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (form.current) showInputs(form.current, AUDIT_FILTERS, params);
  }, [params]);
  const text = (label: string, name: string, placeholder: string) => (
    <TextField label={label} name={name} placeholder={placeholder} />
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (form.current) changeParams(readInputs(form.current, AUDIT_FILTERS));
  };
  const clear = () => {
    // Text that was typed but not sent is removed as well.
    form.current?.reset();
    changeParams(Object.fromEntries(AUDIT_FILTERS.map((name) => [name, undefined])));
  };
  return (
    <search>
      <Form formRef={form} class="filters" submission={{ isBusy: false, problem, submit }}>
        {text(t.by, 'actor', t.byPlaceholder)}
        <OperationField value={params.get('operation') ?? ''} />
        {text(t.target, 'about', t.targetPlaceholder)}
        <DateTimeField label={t.from} name="from" />
        <DateTimeField label={t.to} name="to" />
        <div class="actions">
          <button type="submit" class="primary">
            {search}
          </button>
          <button type="button" onClick={clear}>
            {clearWord}
          </button>
        </div>
      </Form>
    </search>
  );
}

/** The choice of an operation. The URL can also name an operation for which the console has no text. */
function OperationField({ value }: { readonly value: string }) {
  const { operation, operations } = adminTexts().audit;
  const known = Object.entries(operations);
  const all = value === '' || Object.hasOwn(operations, value) ? known : [...known, [value, value] as const];
  return <SelectField label={operation} name="operation" options={[['', texts().ui.all], ...all]} />;
}
