import { useId, useState } from 'preact/hooks';
import { useDroppedFiles } from '../../session/use-dropped-files.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field } from '../../ui/form.tsx';
import { Options } from '../../ui/select-field.tsx';
import { cutSample, decodeFile } from '../handed-file.ts';
import { assign, type Draft, roleOf } from './draft.ts';
import type { SampleColumn } from './use-tried.ts';

interface SampleFieldProps {
  readonly sample: string;
  readonly hasNoHeader: boolean;
  /** Whether a file without text was chosen. */
  readonly isRefused: boolean;
  readonly onChange: (sample: string) => void;
}

/** The field for a sample: lines are pasted into it, and a file is chosen or dropped anywhere on the page. */
export function SampleField({ sample, hasNoHeader, isRefused, onChange }: SampleFieldProps) {
  const { profiles: t } = reconciliationTexts();
  const [isUnreadable, setUnreadable] = useState(isRefused);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = await decodeFile(file);
    setUnreadable(text === undefined);
    if (text !== undefined) onChange(cutSample(text));
  };
  useDroppedFiles(([file]) => void take(file));
  return (
    <>
      <Field label={t.sampleLabel} name="sample" hint={t.sampleHint}>
        {(input) => (
          <textarea
            {...input}
            rows={6}
            spellcheck={false}
            wrap="off"
            value={sample}
            onInput={({ currentTarget }) => {
              setUnreadable(false);
              onChange(cutSample(currentTarget.value));
            }}
          />
        )}
      </Field>
      {/* The browser's own input would speak the browser's language. */}
      <label class="drop">
        <input
          type="file"
          onChange={({ currentTarget }) => {
            void take(currentTarget.files?.[0]);
            // The same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        {t.chooseFile}
      </label>
      <p class="late" role="status">
        {isUnreadable ? t.noText : hasNoHeader && t.noHeader}
      </p>
    </>
  );
}

interface SampleColumnsProps {
  readonly columns: readonly SampleColumn[];
  readonly draft: Draft;
  readonly isFixed: boolean;
  readonly onChange: (draft: Draft) => void;
}

/** The sample as a table. The head of each column has the choice of what it holds. */
export function SampleColumns({ columns, draft, isFixed, onChange }: SampleColumnsProps) {
  const { profiles: t } = reconciliationTexts();
  const id = useId();
  const named = columns.filter(({ key }) => key !== '');
  const isTwice = new Set(named.map(({ key }) => key)).size < named.length;
  return (
    <section class="table-frame sample-columns" aria-label={t.sampleColumns}>
      <table>
        <thead>
          <tr>
            {named.map((column, at) => (
              <th key={at} scope="col">
                <label for={`${id}-${at}`}>
                  <bdi>{column.name}</bdi>
                </label>
                <select
                  id={`${id}-${at}`}
                  disabled={isFixed}
                  value={roleOf(draft, column) ?? ''}
                  onChange={({ currentTarget: { value } }) => onChange(assign(draft, column, value))}
                >
                  <option value="">{t.unused}</option>
                  <Options options={Object.entries(t.roles)} />
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {named.map(({ example }, at) => (
              <td key={at}>
                <bdi>{example}</bdi>
              </td>
            ))}
          </tr>
        </tbody>
      </table>
      {isTwice && <p class="late">{t.twoOfAName}</p>}
    </section>
  );
}
