import { currencyCode, readAmount, typedAmount } from '../format.ts';
import type { SetPayoutPolicyInput } from '../gql/schema.ts';
import { FormError } from '../service/failures.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { locale } from '../texts/texts.ts';
import { CheckField, Field, TextField } from '../ui/form.tsx';
import type { Values } from '../ui/use-submit.ts';
import type { PayoutPolicyFieldsFragment } from './gql/graphql.ts';

type Amounts = PayoutPolicyFieldsFragment['amounts'][number];

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
const LIMITS = ['payoutAbove', 'batchAbove', 'dailyLimit'] as const;
const TIMES = ['fromTime', 'untilTime'] as const;
const CHECKS = ['newPayeeByTwo', 'changedNameByTwo'] as const;

/** The amounts of the policy, with a row for the desk's currency even if it has none yet. */
export function amountsOf({ amounts }: PayoutPolicyFieldsFragment): readonly Amounts[] {
  const currency = currencyCode();
  const isKnown = !currency || amounts.some((one) => one.currency === currency);
  return isKnown ? amounts : [{ currency }, ...amounts];
}

interface FieldsProps {
  readonly policy: PayoutPolicyFieldsFragment;
  readonly amounts: readonly Amounts[];
}

/** The inputs of the policy. Their names are the paths that the service names. */
export function PolicyFields({ policy, amounts }: FieldsProps) {
  const t = payoutTexts().policy;
  return (
    <>
      {amounts.map((one, index) => (
        <fieldset key={one.currency}>
          <legend>{t.amounts(one.currency)}</legend>
          {LIMITS.map((limit) => (
            <TextField
              key={limit}
              label={t[limit]}
              name={`amounts.${index}.${limit}`}
              inputMode="decimal"
              defaultValue={one[limit] == null ? '' : typedAmount(one[limit])}
            />
          ))}
          <p class="hint">{t.empty}</p>
        </fieldset>
      ))}
      <fieldset>
        <legend>{t.payees}</legend>
        {CHECKS.map((name) => (
          <CheckField key={name} label={t[name]} name={name} checked={policy[name]} />
        ))}
      </fieldset>
      <Hours policy={policy} />
      <fieldset>
        <legend>{t.byHand}</legend>
        <CheckField
          label={t.byHandAllowed}
          name="byHandAllowed"
          checked={policy.byHandAllowed}
          hint={t.byHandHint}
        />
      </fieldset>
    </>
  );
}

function Hours({ policy }: Pick<FieldsProps, 'policy'>) {
  const t = payoutTexts().policy;
  const dayName = new Intl.DateTimeFormat(locale(), { weekday: 'short', timeZone: 'UTC' });
  return (
    <fieldset>
      <legend>{t.hours}</legend>
      <div class="weekdays">
        {DAYS.map((day, index) => (
          // The first of January 2024 was a Monday.
          <label key={day} class="check">
            <input type="checkbox" name={`days.${day}`} defaultChecked={policy.days.includes(day)} />{' '}
            {dayName.format(Date.UTC(2024, 0, 1 + index))}
          </label>
        ))}
      </div>
      <div class="weekdays">
        {TIMES.map((name) => (
          <Field key={name} label={t[name]} name={name}>
            {(input) => <input type="time" defaultValue={policy[name] ?? ''} {...input} />}
          </Field>
        ))}
      </div>
      <p class="hint">{t.daysHint}</p>
    </fieldset>
  );
}

/** Reads the whole policy from its form. @throws FormError for a text that is not an amount. */
export function readPolicy(values: Values, amounts: readonly Amounts[]): SetPayoutPolicyInput {
  const read = (name: string): number | null => {
    const text = values.get(name)?.trim() ?? '';
    const amount = text === '' ? null : readAmount(text);
    if (amount === undefined) throw new FormError({ [name]: payoutTexts().badAmount });
    return amount;
  };
  return {
    amounts: amounts.map(({ currency }, index) => ({
      currency,
      payoutAbove: read(`amounts.${index}.payoutAbove`),
      batchAbove: read(`amounts.${index}.batchAbove`),
      dailyLimit: read(`amounts.${index}.dailyLimit`),
    })),
    newPayeeByTwo: values.has('newPayeeByTwo'),
    changedNameByTwo: values.has('changedNameByTwo'),
    days: DAYS.filter((day) => values.has(`days.${day}`)),
    fromTime: values.get('fromTime') || null,
    untilTime: values.get('untilTime') || null,
    byHandAllowed: values.has('byHandAllowed'),
  };
}
