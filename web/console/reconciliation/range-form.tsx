import { readDay, typedEdge } from '../date-time.ts';
import { changeParams, type Params } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { FormError } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { Form, TextField } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { useSubmit } from '../ui/use-submit.ts';

interface RangeProps {
  readonly accountId: string | undefined;
  readonly fromDay: string | undefined;
  readonly toDay: string | undefined;
  /** The search text of a list of lines; undefined for a view without one. */
  readonly query?: string;
}

/** The form for the account and the days of a view. Its values are in the URL. */
export function RangeForm({ accountId, fromDay, toDay, query }: RangeProps) {
  const { days: t } = reconciliationTexts();
  const own = useChoices().accounts.map((one) => [one.accountId, one.title] as const);
  const change = (params: Params) => changeParams({ ...params, open: undefined });
  const submission = useSubmit(async (values) => {
    const read = (name: string) => {
      const text = values.get(name)?.trim() ?? '';
      const day = readDay(text);
      if (text !== '' && day === undefined) throw new FormError({ [name]: t.badDay });
      return day;
    };
    change({
      ...(query !== undefined && { query: values.get('query')?.trim() }),
      from: read('from'),
      to: read('to'),
    });
  });
  return (
    <Form class="range" key={`${fromDay} ${toDay} ${query}`} submission={submission}>
      {query !== undefined && (
        <TextField label={t.query} name="query" placeholder={t.queryHint} defaultValue={query} />
      )}
      <SelectField
        label={t.account}
        name="accountId"
        options={query === undefined ? own : [['', t.allAccounts], ...own]}
        value={accountId ?? ''}
        onChoose={(chosen) => change({ account: chosen || undefined })}
      />
      <TextField
        label={t.from}
        name="from"
        placeholder={texts().ui.dateForm}
        defaultValue={fromDay ? typedEdge(fromDay, 'from') : ''}
      />
      <TextField
        label={t.to}
        name="to"
        placeholder={texts().ui.dateForm}
        defaultValue={toDay ? typedEdge(toDay, 'from') : ''}
      />
      <button type="submit">{t.show}</button>
    </Form>
  );
}
