import type { Problem } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field } from '../../ui/form.tsx';
import { Choice } from './choice.tsx';
import {
  BALANCE_ORDERS,
  DATE_FORMS,
  DECIMALS,
  DIRECTIONS,
  type Draft,
  TRUSTED,
  WORD_LISTS,
} from './draft.ts';
import { ListField } from './list-field.tsx';
import { SenderFields } from './sender-fields.tsx';

interface RuleFieldsProps {
  readonly draft: Draft;
  readonly problem: Problem | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** How amounts, days, directions and ids of a bank are read. */
export function RuleFields({ draft, problem, onChange }: RuleFieldsProps) {
  const { profiles: t } = reconciliationTexts();
  const { fields } = t;
  return (
    <>
      <fieldset>
        <legend>{t.rules}</legend>
        <div class="pairs">
          <Choice
            {...{ label: fields.decimal, name: 'decimal', problem, chosen: draft.decimal }}
            options={DECIMALS.map((sign) => [sign, t.decimals[sign]] as const)}
            onChoose={(decimal) => onChange({ decimal })}
          />
          <Choice
            {...{ label: fields.direction, name: 'direction', problem, chosen: draft.direction.kind }}
            options={DIRECTIONS.map((kind) => [kind, t.directions[kind]] as const)}
            onChoose={(kind) => onChange({ direction: { kind } })}
          />
          <Currency {...{ draft, problem, onChange }} />
          <Choice
            {...{ label: fields.trustedReference, name: 'trustedReference', problem, hint: t.trustedHint }}
            chosen={draft.trustedReference ?? 'none'}
            options={(['none', ...TRUSTED] as const).map((id) => [id, t.trusted[id]] as const)}
            onChoose={(id) => onChange({ trustedReference: id === 'none' ? null : id })}
          />
        </div>
        <Dates {...{ draft, problem, onChange }} />
      </fieldset>
      <SenderFields senders={draft.senders} problem={problem} onChange={(senders) => onChange({ senders })} />
      <Words {...{ draft, problem, onChange }} />
    </>
  );
}

function Currency({ draft, problem, onChange }: RuleFieldsProps) {
  const { profiles: t } = reconciliationTexts();
  return (
    <Field label={t.fields.defaultCurrency} name="defaultCurrency" problem={problem} hint={t.currencyHint}>
      {(input) => (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={draft.defaultCurrency ?? ''}
          onInput={({ currentTarget: { value } }) => onChange({ defaultCurrency: value.trim() || null })}
          {...input}
        />
      )}
    </Field>
  );
}

/** The day that stands for a form. It is the same in every language. */
const exampleOf = (form: string) =>
  form.replace('dd', '31').replace('mm', '12').replace('yyyy', '2026').replace('yy', '26');

function Dates({ draft: { dates }, problem, onChange }: RuleFieldsProps) {
  const { profiles: t } = reconciliationTexts();
  return (
    <Field label={t.fields.dates} name="dates" problem={problem} hint={t.datesHint}>
      {({ id, 'aria-describedby': about, 'aria-invalid': isWrong }) => (
        <div class="dates">
          {DATE_FORMS.map((form, index) => (
            <label key={form} class="check">
              <input
                type="checkbox"
                {...(index === 0 && { id, 'aria-describedby': about, 'aria-invalid': isWrong })}
                aria-label={`${t.fields.dates}: ${exampleOf(form)}`}
                checked={dates.includes(form)}
                onChange={({ currentTarget: { checked } }) =>
                  onChange({ dates: checked ? [...dates, form] : dates.filter((other) => other !== form) })
                }
              />{' '}
              {exampleOf(form)}
            </label>
          ))}
        </div>
      )}
    </Field>
  );
}

const isOfWords = (path: string) => /^(?:balanceOrder|\w+Words)\b/.test(path);

/** The rules that seldom differ between banks. The part opens by itself where something in it is wrong. */
function Words({ draft, problem, onChange }: RuleFieldsProps) {
  const { profiles: t } = reconciliationTexts();
  return (
    <details open={Object.keys(problem?.fields ?? {}).some(isOfWords)}>
      <summary>{t.words}</summary>
      <div class="pairs">
        {WORD_LISTS.map((list) => (
          <ListField
            key={list}
            {...{ label: t.fields[list], name: list, problem, hint: t.wordsHint, words: draft[list] }}
            onChange={(words) => onChange({ [list]: words })}
          />
        ))}
        <Choice
          {...{ label: t.fields.balanceOrder, name: 'balanceOrder', problem, chosen: draft.balanceOrder }}
          options={BALANCE_ORDERS.map((order) => [order, t.balanceOrders[order]] as const)}
          onChoose={(balanceOrder) => onChange({ balanceOrder })}
        />
      </div>
    </details>
  );
}
