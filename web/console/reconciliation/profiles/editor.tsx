import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { FormError, type Problem } from '../../service/failures.ts';
import { useSignedIn } from '../../session/context.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Field, FormActions } from '../../ui/form.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { SaveBankProfileDocument } from '../gql/graphql.ts';
import type { HandedFile } from '../handed-file.ts';
import { type Draft, finished, guess, namesOf, type Profile } from './draft.ts';
import { OptionsField } from './options-field.tsx';
import { profileProblemOf } from './problems.ts';
import { ProfileResult } from './result.tsx';
import { readSample, type Sample } from './sample.ts';
import { SampleColumns, SampleField } from './sample-fields.tsx';
import { type TriedState, useTried } from './use-tried.ts';

export interface EditorProps {
  /** The draft that the form begins with. */
  readonly start: Draft;
  /** A fixed one is only shown, and reads samples. */
  readonly kind: 'new' | 'change' | 'fixed';
  readonly profiles: readonly Profile[];
  /** A file that no profile could read, as the first sample. */
  readonly handed: HandedFile | undefined;
  /** Only admins try a profile. */
  readonly mayTry: boolean;
  readonly saveLabel: string;
  readonly onSaved: (saved: Draft) => void;
  readonly onCancel: () => void;
}

const NO_SAMPLE: Sample = { text: '', isCut: false };

/** The form of a profile, a sample, and how the one reads the other. */
export function ProfileEditor(props: EditorProps) {
  const { start, kind, profiles, handed, mayTry } = props;
  const [sample, setSample] = useState(handed?.sample ?? NO_SAMPLE);
  const [draft, setDraft] = useState(() => begin(start, sample, profiles));
  const [guessed, setGuessed] = useState(draft === start ? undefined : draft.columns);
  const known = useMemo(() => knownNames(draft, profiles), [draft, profiles]);
  const table = useMemo(() => readSample(sample.text, known), [sample.text, known]);
  const tried = useTried(draft, sample.text, table.isPasted);
  const { submission, question } = useSave(props, draft, sample.text.trim() === '' ? undefined : tried);
  const { problem } = submission;
  const isFixed = kind === 'fixed';
  const hasHeader = table.header.length > 0;
  const takeSample = (next: Sample) => {
    // A guess about another sample, left as it is, says nothing of this one.
    const before = draft.columns === guessed ? { ...draft, columns: {}, required: [] } : draft;
    const begun = begin(before, next, profiles);
    setSample(next);
    setDraft(begun);
    if (begun !== draft) setGuessed(begun.columns);
  };
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  return (
    <form
      class="profile-editor"
      noValidate
      onSubmit={submission.submit}
      onKeyDown={(event) => {
        const isSave = event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat;
        if (isSave && !isFixed) event.currentTarget.requestSubmit();
      }}
    >
      <div class="profile-fields">
        {!isFixed && <NameFields {...{ draft, kind, problem, onChange: change }} />}
        {mayTry && (
          <SampleField
            sample={sample}
            hasHeader={hasHeader}
            isRefused={handed !== undefined && !handed.sample}
            onChange={takeSample}
          />
        )}
        <fieldset class="plain" disabled={isFixed}>
          {hasHeader && <SampleColumns {...{ table, draft, profiles, onChange: setDraft }} />}
        </fieldset>
      </div>
      {mayTry && <ProfileResult {...tried} />}
      <OptionsField {...{ draft, problem, isFixed, onChange: setDraft }} />
      {!isFixed && (
        <div class="profile-actions">
          <p class="late" role="alert">
            {question}
          </p>
          <FormActions
            submission={submission}
            label={question ? reconciliationTexts().profiles.saveReally : props.saveLabel}
            onCancel={props.onCancel}
          />
          <p class="hint for-keys">{reconciliationTexts().profiles.keys}</p>
        </div>
      )}
    </form>
  );
}

/** A profile without columns takes those of its sample, as far as their names are known. */
function begin(draft: Draft, { text }: Sample, profiles: readonly Profile[]): Draft {
  if (text.trim() === '' || Object.keys(draft.columns).length > 0) return draft;
  return guess(draft, readSample(text, knownNames(draft, profiles)).header, profiles);
}

/** The names by which the header is found: those of this profile, or while there are none, of all. */
function knownNames(draft: Draft, profiles: readonly Profile[]): ReadonlySet<string> {
  const own = namesOf(draft);
  return own.size > 0 ? own : new Set(profiles.flatMap((profile) => [...namesOf(profile.draft)]));
}

/** Saves a profile. It asks once more before a change, and where the sample is not read. */
function useSave(props: EditorProps, draft: Draft, tried: TriedState | undefined) {
  const { session } = useSignedIn();
  const { profiles: t } = reconciliationTexts();
  const { kind, profiles, onSaved } = props;
  const profile = JSON.stringify(finished(draft));
  const [asked, setAsked] = useState<{ readonly profile: string; readonly question: string }>();
  const isAsked = asked?.profile === profile;
  const submission = useSubmit(async () => {
    const { id, title } = finished(draft);
    if (kind === 'new' && profiles.some(({ profileId }) => profileId === id))
      throw new FormError({ id: t.problems.taken });
    const isUnread =
      tried && (!tried.tried || tried.tried.problems.length > 0 || tried.tried.lineCount === 0);
    const question = isUnread ? t.askUnread : kind === 'change' ? t.askChange(title) : undefined;
    if (question && !isAsked && !tried?.problem) {
      setAsked({ profile, question });
      return;
    }
    setAsked(undefined);
    await session.request(SaveBankProfileDocument, { profile }).catch((error) => {
      const { type, message, fields } = profileProblemOf(error);
      // An id that is made from the title is wrong only because the title is.
      const { id: aboutId, ...others } = fields;
      const isOfTitle = draft.id === '' && others.title !== undefined;
      throw type === undefined ? new FormError(isOfTitle ? others : fields, message) : error;
    });
    onSaved(finished(draft));
  });
  return { submission, question: isAsked ? asked.question : undefined };
}

interface NameProps {
  readonly draft: Draft;
  readonly kind: EditorProps['kind'];
  readonly problem: Problem | undefined;
  readonly onChange: (changes: Partial<Draft>) => void;
}

/** The title of a profile. Its id is made from the title, and stays once it is saved. */
function NameFields({ draft, kind, problem, onChange }: NameProps) {
  const { profiles: t } = reconciliationTexts();
  const title = useRef<HTMLInputElement>(null);
  // A later focus would be taken from what is typed into another field.
  useLayoutEffect(() => title.current?.focus(), []);
  const text = { type: 'text', autocomplete: 'off', spellcheck: false } as const;
  return (
    <div class="pairs">
      <Field label={t.fields.title} name="title" problem={problem}>
        {(input) => (
          <input
            ref={title}
            {...{ ...text, ...input, value: draft.title }}
            onInput={({ currentTarget }) => onChange({ title: currentTarget.value })}
          />
        )}
      </Field>
      {kind === 'new' && (
        <Field label={t.fields.id} name="id" problem={problem} hint={t.idHint}>
          {(input) => (
            <input
              {...{ ...text, ...input, value: finished(draft).id }}
              onInput={({ currentTarget }) => onChange({ id: currentTarget.value.trim() })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
