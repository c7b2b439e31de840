import { typedAmount } from '../format.ts';
import { adminTexts } from '../texts/admin.ts';
import { TextField } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { Values } from '../ui/use-submit.ts';
import { readOptionalAmount, readWholeNumber } from './amounts.ts';
import type { PolicyFieldsFragment } from './gql/graphql.ts';

const DIFFERENCE_RULES = ['hold', 'return'] as const;
const LATE_RULES = ['hold', 'accept', 'return'] as const;
const OTHER_PAYER_RULES = ['hold', 'accept'] as const;
/** A tenth of the deposit, as the service has it. */
const MAX_PER_MILLE = 100;
const SIDES = ['underpaid', 'overpaid'] as const;

interface PolicyFieldsProps {
  readonly policy: PolicyFieldsFragment;
}

/** The choices of a policy. */
export function PolicyFields({ policy }: PolicyFieldsProps) {
  const t = adminTexts().policies;
  return (
    <>
      {SIDES.map((side) => (
        <fieldset key={side}>
          <legend>{t[side]}</legend>
          <TextField
            label={t.tolerance}
            name={`${side}Tolerance`}
            hint={t.toleranceHint}
            inputMode="decimal"
            defaultValue={amountText(policy[`${side}Tolerance`])}
          />
          <TextField
            label={t.perMille}
            name={`${side}TolerancePerMille`}
            hint={t.perMilleHint}
            inputMode="numeric"
            defaultValue={String(policy[`${side}TolerancePerMille`])}
          />
          <SelectField
            label={t.beyond}
            name={`${side}Beyond`}
            options={DIFFERENCE_RULES.map((rule) => [rule, t.differences[rule]])}
            chosen={policy[`${side}Beyond`]}
          />
        </fieldset>
      ))}
      <SelectField
        label={t.late}
        name="late"
        hint={t.lateHint}
        options={LATE_RULES.map((rule) => [rule, t.lates[rule]])}
        chosen={policy.late}
      />
      <SelectField
        label={t.otherPayer}
        name="otherPayer"
        hint={t.otherPayerHint}
        options={OTHER_PAYER_RULES.map((rule) => [rule, t.otherPayers[rule]])}
        chosen={policy.otherPayer}
      />
    </>
  );
}

function amountText(amount: number | null | undefined): string {
  return amount == null ? '' : typedAmount(amount);
}

/** Reads the policy from the form. @throws FormError for a text that is not an amount or a number. */
export function readPolicy(values: Values) {
  const oneOf = <T extends string>(words: readonly [T, ...T[]], name: string): T =>
    words.find((word) => word === values.get(name)) ?? words[0];
  const perMille = (name: string) => readWholeNumber(values, name, MAX_PER_MILLE);
  return {
    underpaidTolerance: readOptionalAmount(values, 'underpaidTolerance'),
    underpaidTolerancePerMille: perMille('underpaidTolerancePerMille'),
    underpaidBeyond: oneOf(DIFFERENCE_RULES, 'underpaidBeyond'),
    overpaidTolerance: readOptionalAmount(values, 'overpaidTolerance'),
    overpaidTolerancePerMille: perMille('overpaidTolerancePerMille'),
    overpaidBeyond: oneOf(DIFFERENCE_RULES, 'overpaidBeyond'),
    late: oneOf(LATE_RULES, 'late'),
    otherPayer: oneOf(OTHER_PAYER_RULES, 'otherPayer'),
  };
}
