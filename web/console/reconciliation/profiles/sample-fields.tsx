import { useId, useState } from 'preact/hooks';
import { useDroppedFile } from '../../session/use-dropped-file.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field } from '../../ui/form.tsx';
import { alsoFitting, assign, type Draft, type Profile, ROLES, roleOf } from './draft.ts';
import { cutSample, decodeFile, foldName, type Sample, type SampleTable } from './sample.ts';

interface SampleFieldProps {
  readonly sample: Sample;
  readonly hasHeader: boolean;
  /** Whether a file was given that holds no text. */
  readonly isRefused: boolean;
  readonly onChange: (sample: Sample) => void;
}

/** The place for a sample: lines are pasted, and a file is chosen or dropped anywhere on the page. */
export function SampleField({ sample, hasHeader, isRefused, onChange }: SampleFieldProps) {
  const { profiles: t } = reconciliationTexts();
  const [isUnreadable, setUnreadable] = useState(isRefused);
  const take = async (file: File | undefined) => {
    const text = file && (await decodeFile(file));
    setUnreadable(file !== undefined && text === undefined);
    if (text !== undefined) onChange(cutSample(text));
  };
  useDroppedFile((file) => void take(file));
  return (
    <fieldset>
      <legend>{t.sample}</legend>
      <Field label={t.sampleLabel} name="sample" problem={undefined} hint={t.sampleHint}>
        {(input) => (
          <textarea
            rows={6}
            spellcheck={false}
            wrap="off"
            value={sample.text}
            onInput={({ currentTarget }) => {
              setUnreadable(false);
              onChange(cutSample(currentTarget.value));
            }}
            {...input}
          />
        )}
      </Field>
      <FileButton label={t.chooseFile} onFile={(file) => void take(file)} />
      <p class="late" role="status">
        {isUnreadable ? t.noText : sample.text.trim() !== '' && !hasHeader && t.noHeader}
      </p>
      {sample.isCut && <p class="hint">{t.cut}</p>}
    </fieldset>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly onFile: (file: File | undefined) => void;
}

/** The browser's own input would speak the browser's language. */
function FileButton({ label, onFile }: FileButtonProps) {
  return (
    <label class="drop">
      <input
        type="file"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {label}
    </label>
  );
}

interface SampleColumnsProps {
  readonly table: SampleTable;
  readonly draft: Draft;
  readonly profiles: readonly Profile[];
  readonly onChange: (draft: Draft) => void;
}

/** The columns of the sample, with a choice of what each holds. */
export function SampleColumns({ table, draft, profiles, onChange }: SampleColumnsProps) {
  const { profiles: t } = reconciliationTexts();
  const { header, examples } = table;
  const others = alsoFitting(header, profiles, draft.id).map(({ draft: { title } }) => title);
  return (
    <fieldset class="sample-columns">
      <legend>{t.sampleColumns}</legend>
      <ul>
        {header.map((name, index) => (
          <li key={index}>
            {name !== '' && (
              <ColumnChoice
                {...{ name, draft, onChange, example: examples[index] ?? '' }}
                isTwice={header.filter((other) => foldName(other) === foldName(name)).length > 1}
              />
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && <p class="banner">{t.alsoFits(others.join(', '))}</p>}
    </fieldset>
  );
}

interface ColumnChoiceProps {
  readonly name: string;
  readonly example: string;
  readonly draft: Draft;
  readonly isTwice: boolean;
  readonly onChange: (draft: Draft) => void;
}

function ColumnChoice({ name, example, draft, isTwice, onChange }: ColumnChoiceProps) {
  const { profiles: t } = reconciliationTexts();
  const id = useId();
  const role = roleOf(draft, name);
  return (
    <>
      <label for={id} class="column-title">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {example !== '' && (
          <small>
            <bdi>{example}</bdi>
          </small>
        )}
      </label>
      <select
        id={id}
        value={role ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            assign(
              draft,
              name,
              ROLES.find((known) => known === value),
            ),
          )
        }
      >
        <option value="">{t.unused}</option>
        {ROLES.map((known) => (
          <option key={known} value={known}>
            {t.roles[known]}
          </option>
        ))}
      </select>
      {isTwice && role !== 'other' && <p class="late">{t.twoOfAName}</p>}
    </>
  );
}
