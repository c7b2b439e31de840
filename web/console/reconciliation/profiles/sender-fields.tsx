import type { Problem } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field } from '../../ui/form.tsx';
import { Choice } from './choice.tsx';
import type { SenderRule } from './draft.ts';
import { ListField } from './list-field.tsx';

interface SendersProps {
  readonly senders: readonly SenderRule[];
  readonly problem: Problem | undefined;
  readonly onChange: (senders: readonly SenderRule[]) => void;
}

const NEW_RULE: SenderRule = { kind: 'field', separator: '-', index: 0 };

/** The rules for the name of a sender, in their order. */
export function SenderFields({ senders, problem, onChange }: SendersProps) {
  const { profiles: t } = reconciliationTexts();
  const without = (index: number) => senders.filter((_, other) => other !== index);
  return (
    <fieldset class="senders">
      <legend>{t.senders}</legend>
      <p class="hint">{t.sendersHint}</p>
      {senders.map((rule, index) => (
        <fieldset key={index}>
          <legend>{t.sender(index + 1)}</legend>
          <RuleFields
            rule={rule}
            name={`senders.${index}`}
            problem={problem}
            onChange={(changed) => onChange(senders.with(index, changed))}
          />
          <div class="actions">
            {index > 0 && (
              <button type="button" onClick={() => onChange(without(index).toSpliced(index - 1, 0, rule))}>
                {t.senderUp(index + 1)}
              </button>
            )}
            <button type="button" onClick={() => onChange(without(index))}>
              {t.removeSender(index + 1)}
            </button>
          </div>
        </fieldset>
      ))}
      <div class="actions">
        <button type="button" onClick={() => onChange([...senders, NEW_RULE])}>
          {t.addSender}
        </button>
      </div>
    </fieldset>
  );
}

interface RuleProps {
  readonly rule: SenderRule;
  /** The path of the rule. */
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly onChange: (rule: SenderRule) => void;
}

function RuleFields({ rule, name, problem, onChange }: RuleProps) {
  const { profiles: t } = reconciliationTexts();
  const { when } = rule;
  return (
    <div class="pairs">
      <Choice
        {...{ label: t.senderKind, name: `${name}.kind`, problem, chosen: rule.kind }}
        options={[
          ['field', t.senderKinds.field],
          ['between', t.senderKinds.between],
        ]}
        onChoose={(kind) => onChange(kind === 'field' ? { ...NEW_RULE, when } : { kind, prefix: '', when })}
      />
      {rule.kind === 'field' ? (
        <PartFields {...{ rule, name, problem, onChange }} />
      ) : (
        <>
          <Words
            {...{
              label: t.prefix,
              name: `${name}.prefix`,
              problem,
              hint: t.endsWithHint,
              value: rule.prefix,
            }}
            onChange={(prefix) => onChange({ ...rule, prefix })}
          />
          <Words
            {...{ label: t.suffix, name: `${name}.suffix`, problem, hint: t.suffixHint, value: rule.suffix }}
            onChange={(suffix) => onChange({ ...rule, suffix: suffix || undefined })}
          />
        </>
      )}
      <ListField
        {...{ label: t.when, name: `${name}.when`, problem, hint: t.whenHint }}
        words={when?.transactionType ?? []}
        onChange={(transactionType) =>
          onChange({ ...rule, when: transactionType.length > 0 ? { transactionType } : undefined })
        }
      />
    </div>
  );
}

type PartProps = RuleProps & { readonly rule: Extract<SenderRule, { kind: 'field' }> };

function PartFields({ rule, name, problem, onChange }: PartProps) {
  const { profiles: t } = reconciliationTexts();
  const { index, digitsAt, endsWith } = rule;
  return (
    <>
      <Words
        {...{ label: t.separator, name: `${name}.separator`, problem, value: rule.separator }}
        onChange={(separator) => onChange({ ...rule, separator })}
      />
      <Choice
        {...{ label: t.index, name: `${name}.index`, problem, chosen: String(index) }}
        options={partsWith(index)}
        onChoose={(value) => onChange({ ...rule, index: Number(value) })}
      />
      <Choice
        {...{ label: t.digitsAt, name: `${name}.digitsAt`, problem }}
        chosen={digitsAt === undefined ? '' : String(digitsAt)}
        options={[['', t.parts.none], ...partsWith(digitsAt)]}
        onChoose={(value) => onChange({ ...rule, digitsAt: value === '' ? undefined : Number(value) })}
      />
      <Words
        {...{ label: t.endsWith, name: `${name}.endsWith`, problem, hint: t.endsWithHint, value: endsWith }}
        onChange={(words) => onChange({ ...rule, endsWith: words || undefined })}
      />
    </>
  );
}

const PARTS: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7, -1, -2, -3];

function partsWith(own: number | undefined): readonly (readonly [value: string, words: string])[] {
  const { parts } = reconciliationTexts().profiles;
  const all = own === undefined || PARTS.includes(own) ? PARTS : [...PARTS, own];
  return all.map((part) => [String(part), part < 0 ? parts.last(-part) : parts.first(part + 1)]);
}

interface WordsProps {
  readonly label: string;
  readonly name: string;
  readonly problem: Problem | undefined;
  readonly hint?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

/** A text in which blanks at the ends count. */
function Words({ value = '', onChange, ...frame }: WordsProps) {
  return (
    <Field {...frame}>
      {(input) => (
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
          {...input}
        />
      )}
    </Field>
  );
}
