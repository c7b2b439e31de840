import { nameOfCurrency, readAmount } from '../format.ts';
import { useClientNames } from '../search-field/choices.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { Field } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { PayableQuery } from './gql/graphql.ts';

export type Payable = PayableQuery['payable'][number];

/** The filters of the list of payable withdrawals and refunds. */
export interface Narrowing {
  /** An ISO 4217 code, since a batch has one currency. Empty for that of the first payable. */
  readonly currency: string;
  /** An appKey, `REFUNDS`, or empty for all. */
  readonly client: string;
  /** The largest amount, as typed. */
  readonly upTo: string;
}

export const NARROWED_BY_NOTHING: Narrowing = { currency: '', client: '', upTo: '' };

/** Stands for all refunds in place of a merchant, whose key is never blank. */
const REFUNDS = ' ';

function isOf({ kind, client }: Payable, chosen: string): boolean {
  return chosen === '' || (chosen === REFUNDS ? kind === 'refund' : client === chosen);
}

/** Reads the largest amount. It is undefined if the text is not an amount: then nothing is listed. */
const readMost = (upTo: string) => (upTo.trim() === '' ? Number.POSITIVE_INFINITY : readAmount(upTo));

const currenciesOf = (items: readonly Payable[]) => [...new Set(items.map(({ currency }) => currency))];

/** Returns what is listed, all in one currency. */
export function narrow(items: readonly Payable[], { client, upTo, currency: wanted }: Narrowing) {
  const currencies = currenciesOf(items);
  const currency = currencies.includes(wanted) ? wanted : (currencies[0] ?? '');
  const most = readMost(upTo) ?? Number.NEGATIVE_INFINITY;
  const shown = items.filter((one) => one.currency === currency && isOf(one, client) && one.amount <= most);
  return { shown, currency };
}

interface NarrowingProps {
  readonly items: readonly Payable[];
  readonly narrowing: Narrowing;
  readonly onChange: (narrowing: Narrowing) => void;
}

/** The inputs for these filters: currency, merchant and largest amount. */
export function NarrowingFields({ items, narrowing, onChange }: NarrowingProps) {
  const { form: t, badAmount } = payoutTexts();
  const nameOf = useClientNames();
  const currencies = currenciesOf(items);
  const clients = [...new Set(items.flatMap((one) => one.client ?? []))];
  const isReadable = readMost(narrowing.upTo) !== undefined;
  return (
    <>
      {currencies.length > 1 && (
        <SelectField
          label={t.currency}
          name="currency"
          options={currencies.map((code) => [code, nameOfCurrency(code)])}
          value={narrow(items, narrowing).currency}
          onChoose={(currency) => onChange({ ...narrowing, currency })}
        />
      )}
      <SelectField
        label={t.client}
        name="client"
        options={[
          ['', t.every],
          ...(items.some(({ kind }) => kind === 'refund') ? [[REFUNDS, t.refunds] as const] : []),
          ...clients.map((appKey) => [appKey, nameOf(appKey)] as const),
        ]}
        value={narrowing.client}
        onChoose={(client) => onChange({ ...narrowing, client })}
      />
      <Field
        label={t.upTo}
        name="upTo"
        problem={isReadable ? undefined : { message: badAmount, fields: { upTo: badAmount } }}
      >
        {(input) => (
          <input
            type="text"
            inputMode="decimal"
            autocomplete="off"
            {...input}
            value={narrowing.upTo}
            onInput={({ currentTarget }) => onChange({ ...narrowing, upTo: currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
