import { useState } from 'preact/hooks';
import type { Problem } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field } from '../../ui/form.tsx';
import { type Draft, optionsOf, withOptions } from './draft.ts';
import { ProfileProblems } from './problem-list.tsx';

interface OptionsFieldProps {
  readonly draft: Draft;
  readonly problem: Problem | undefined;
  /** A fixed profile is only read, and copied. */
  readonly isFixed: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** All of a profile but its name, as the service stores it. Without a change it follows the choices in the sample. */
export function OptionsField({ draft, problem, isFixed, onChange }: OptionsFieldProps) {
  const { profiles: t } = reconciliationTexts();
  const [typed, setTyped] = useState<{ readonly text: string; readonly draft: Draft }>();
  const [isOpen, setOpen] = useState(false);
  const isOwn = typed?.draft === draft;
  const { title: _, id: __, ...fields } = problem?.fields ?? {};
  const isUnread = isOwn && withOptions(draft, typed.text) === undefined;
  const about = isUnread ? { message: '', fields: { options: t.noOptions } } : undefined;
  return (
    <details
      class="profile-options"
      open={isOpen || isUnread || Object.keys(fields).length > 0}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t.options}</summary>
      <ProfileProblems fields={fields} />
      <Field label={t.optionsLabel} name="options" problem={about} hint={t.optionsHint}>
        {(input) => (
          <textarea
            rows={18}
            spellcheck={false}
            wrap="off"
            readOnly={isFixed}
            value={isOwn ? typed.text : JSON.stringify(optionsOf(draft), null, 2)}
            onInput={({ currentTarget: { value: text } }) => {
              const changed = withOptions(draft, text) ?? draft;
              setTyped({ text, draft: changed });
              onChange(changed);
            }}
            {...input}
          />
        )}
      </Field>
    </details>
  );
}
