import { useState } from 'preact/hooks';
import type { Problem } from '../../service/failures.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Choice } from './choice.tsx';
import { type Draft, ROLES, type Role, rolesOfEveryLine } from './draft.ts';
import { ListField } from './list-field.tsx';

interface ColumnFieldsProps {
  readonly draft: Draft;
  readonly problem: Problem | undefined;
  /** Whether they are chosen in the sample, so that these fields are seldom needed. */
  readonly isFolded: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** The names of the columns by what they hold, and whether a file must have them. */
export function ColumnFields({ draft, problem, isFolded, onChange }: ColumnFieldsProps) {
  const { profiles: t } = reconciliationTexts();
  const [added, setAdded] = useState<readonly Role[]>([]);
  const { columns, required, trustedReference } = draft;
  const needed = rolesOfEveryLine(draft);
  const shown = new Set<Role | null>([...needed, ...required, ...added, trustedReference]);
  const isShown = (role: Role) => shown.has(role) || columns[role] !== undefined;
  const hidden = ROLES.filter((role) => !isShown(role));
  return (
    <details class="column-names" open={!isFolded || Object.keys(problem?.fields ?? {}).some(isOfColumns)}>
      <summary>{t.names}</summary>
      <p class="hint">{t.namesHint}</p>
      {ROLES.filter(isShown).map((role) => (
        <div key={role} class="column-name">
          <ListField
            label={t.roles[role]}
            name={`columns.${role}`}
            problem={problem}
            words={columns[role] ?? []}
            onChange={(names) => {
              setAdded([...added, role]);
              onChange(withNames(draft, role, names));
            }}
          />
          <label class="check">
            <input
              type="checkbox"
              aria-label={t.requiredOf(t.roles[role])}
              checked={needed.includes(role) || required.includes(role)}
              disabled={needed.includes(role)}
              onChange={({ currentTarget }) =>
                onChange({
                  ...draft,
                  required: currentTarget.checked
                    ? [...required, role]
                    : required.filter((other) => other !== role),
                })
              }
            />{' '}
            {t.must}
          </label>
        </div>
      ))}
      {hidden.length > 0 && (
        <Choice<Role | ''>
          {...{ label: t.addColumn, name: 'added', problem: undefined, chosen: '' }}
          options={[['', t.addColumnNone], ...hidden.map((role) => [role, t.roles[role]] as const)]}
          onChoose={(role) => role !== '' && setAdded([...added, role])}
        />
      )}
    </details>
  );
}

const isOfColumns = (path: string) => /^(?:columns|required)\b/.test(path);

/** A column without a name cannot be needed. */
function withNames(draft: Draft, role: Role, names: readonly string[]): Draft {
  const { [role]: _, ...others } = draft.columns;
  if (names.length > 0) return { ...draft, columns: { ...draft.columns, [role]: names } };
  return { ...draft, columns: others, required: draft.required.filter((other) => other !== role) };
}
