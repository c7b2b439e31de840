import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { FormError } from '../../service/failures.ts';
import { useRight, useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field, Form, FormActions, useProblem } from '../../ui/form.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { SaveBankProfileDocument } from '../gql/graphql.ts';
import type { HandedFile } from '../handed-file.ts';
import { assign, type Draft, finished, type Profile, printOptions, readOptions } from './draft.ts';
import { ProfileProblems, profileErrorOf } from './problems.tsx';
import { ProfileResult } from './result.tsx';
import { SampleColumns, SampleField } from './sample-fields.tsx';
import { type TriedState, useTried } from './use-tried.ts';

export interface EditorProps {
  readonly start: Draft;
  /** A built-in profile is only shown, and can read samples. */
  readonly kind: 'new' | 'change' | 'fixed';
  readonly profiles: readonly Profile[];
  /** A file that no profile could read, as the first sample. */
  readonly handed: HandedFile | undefined;
  readonly onSaved: (saved: Draft) => void;
  readonly onCancel: () => void;
}

/** The form of a profile: a sample, what each of its columns holds, and how its lines are read. */
export function ProfileEditor(props: EditorProps) {
  const { start, kind, profiles, handed, onCancel } = props;
  const canTry = useRight('administer');
  const { profiles: t } = reconciliationTexts();
  const [sample, setSample] = useState(handed?.sample ?? '');
  const [draft, setDraft] = useState(start);
  const { columns, fittingIds, tried } = useSample(sample, draft, setDraft);
  const { submission, question } = useSave(props, draft, sample.trim() === '' ? undefined : tried);
  const isFixed = kind === 'fixed';
  const others = profiles.filter(({ profileId }) => profileId !== draft.id && fittingIds.includes(profileId));
  const saveLabel = handed ? t.saveAndImport : t.save;
  return (
    <Form
      class="profile-editor"
      noValidate
      submission={submission}
      onKeyDown={(event) => {
        const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat && !isFixed;
        if (isSave) event.currentTarget.requestSubmit();
      }}
    >
      <div class="profile-fields">
        {!isFixed && <TitleField draft={draft} onChange={setDraft} />}
        {canTry && (
          <SampleField
            sample={sample}
            hasNoHeader={columns?.length === 0}
            onChange={setSample}
            isRefused={handed !== undefined && !handed.sample}
          />
        )}
        {columns?.length ? (
          <SampleColumns columns={columns} draft={draft} isFixed={isFixed} onChange={setDraft} />
        ) : null}
        {others.length > 0 && (
          <p class="banner">{t.alsoFits(others.map((other) => other.draft.title).join(', '))}</p>
        )}
      </div>
      {canTry && <ProfileResult {...tried} />}
      <OptionsField draft={draft} isFixed={isFixed} onChange={setDraft} />
      {!isFixed && (
        <div class="profile-actions">
          <p class="late" role="alert">
            {question}
          </p>
          <FormActions onCancel={onCancel} label={question ? t.saveReally : saveLabel} />
          <p class="hint for-keys">{t.keys}</p>
        </div>
      )}
    </Form>
  );
}

/** Has the service read the columns of a sample, and then its lines. A profile without columns takes those it guesses. */
function useSample(text: string, draft: Draft, setDraft: (change: (before: Draft) => Draft) => void) {
  const guessed = useRef<Draft['columns']>(undefined);
  const isEmpty = text.trim() === '';
  const read = useTried(isEmpty ? null : { content: text, isPasted: true }, ({ sample }) =>
    setDraft((before) => {
      // An unchanged guess about another sample does not apply to this one.
      const isOpen = Object.keys(before.columns).length === 0 || before.columns === guessed.current;
      if (!isOpen) return before;
      const blank: Draft = { ...before, columns: {}, required: [] };
      const known = sample.columns.filter(({ role }) => role != null);
      const begun = known.reduce((done, column) => assign(done, column, column.role ?? undefined), blank);
      guessed.current = begun.columns;
      return begun;
    }),
  );
  const { columns, fittingIds = [], isPasted = true } = (!isEmpty && read.tried?.sample) || {};
  // The title of a profile is checked when it is saved.
  const title = draft.title.trim().slice(0, 80) || reconciliationTexts().profiles.thisProfile;
  const asked = { profile: JSON.stringify({ ...draft, id: 'sample', title }), content: text, isPasted };
  const lines = useTried(isEmpty ? null : columns && !read.isBusy ? asked : undefined);
  const tried: TriedState = read.problem ? read : { ...lines, isBusy: lines.isBusy || read.isBusy };
  return { columns, fittingIds, tried };
}

/** Saves a profile. It asks again before a change, and if the sample was not read. */
function useSave(
  { start, kind, profiles, onSaved }: EditorProps,
  draft: Draft,
  read: TriedState | undefined,
) {
  const { session } = useSignedIn();
  const { profiles: t } = reconciliationTexts();
  const saved = finished(draft);
  const profile = JSON.stringify(saved);
  const [asked, setAsked] = useState<{ readonly profile: string; readonly question: string }>();
  const isAsked = asked?.profile === profile;
  const submission = useSubmit(async () => {
    if (saved.id !== start.id && profiles.some(({ profileId }) => profileId === saved.id))
      throw new FormError({ id: t.idTaken });
    const isUnread = read && (!read.tried || read.tried.problems.length > 0 || read.tried.lineCount === 0);
    const question = isUnread ? t.askUnread : kind === 'change' ? t.askChange(saved.title) : undefined;
    if (question && !isAsked && !read?.problem) return setAsked({ profile, question });
    setAsked(undefined);
    await session.request(SaveBankProfileDocument, { profile }).catch((error) => {
      throw profileErrorOf(error);
    });
    onSaved(saved);
  });
  return { submission, question: isAsked ? asked.question : undefined };
}

interface FieldProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
}

function TitleField({ draft, onChange }: FieldProps) {
  const title = useRef<HTMLInputElement>(null);
  // A later focus would interrupt typing in another field.
  useLayoutEffect(() => title.current?.focus(), []);
  return (
    <Field label={reconciliationTexts().profiles.fields.title} name="title">
      {(input) => (
        <input
          ref={title}
          {...input}
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={draft.title}
          onInput={({ currentTarget }) => onChange({ ...draft, title: currentTarget.value })}
        />
      )}
    </Field>
  );
}

/** All of a profile but its title, as the service stores it. It follows the choices until somebody writes. */
function OptionsField({ draft, isFixed, onChange }: FieldProps & { readonly isFixed: boolean }) {
  const { profiles: t } = reconciliationTexts();
  const [typed, setTyped] = useState<{ readonly text: string; readonly draft: Draft }>();
  const [isOpen, setOpen] = useState(false);
  const isOwn = typed?.draft === draft;
  const { title: _, ...fields } = useProblem()?.fields ?? {};
  const isUnread = isOwn && readOptions(typed.text, draft.title) === undefined;
  // The list above says what the service refuses.
  const about = { message: '', fields: isUnread ? { options: t.noOptions } : {} };
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
            {...input}
            rows={18}
            spellcheck={false}
            wrap="off"
            readOnly={isFixed}
            value={isOwn ? typed.text : printOptions(draft)}
            onInput={({ currentTarget: { value: text } }) => {
              const changed = readOptions(text, draft.title) ?? draft;
              setTyped({ text, draft: changed });
              onChange(changed);
            }}
          />
        )}
      </Field>
    </details>
  );
}
