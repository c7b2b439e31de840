import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatShortTimestamp } from '../format.ts';
import { hrefOf } from '../router.ts';
import { useChoices } from '../search-field/choices.ts';
import { FormError } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { useDroppedFile } from '../session/use-dropped-file.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Field, FormActions } from '../ui/form.tsx';
import { useLoad } from '../ui/use-load.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { ProfileChoicesDocument } from './gql/graphql.ts';
import { type HandedFile, handOver } from './handed-file.ts';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { useImport } from './use-import.ts';

/** A file whose columns were assigned, and their profile. */
export interface ReturnedFile extends HandedFile {
  readonly profileId: string;
}

const NO_TERMS = { accountId: '', profileId: '', skipUnknownAccounts: false };

interface PanelProps {
  /** Whether a file can be chosen, or lines pasted. A file can be dropped either way. */
  readonly isOpen: boolean;
  /** Called with the id of the file, unless it brought nothing to decide about. */
  readonly onImported: (fileId: string | undefined) => void;
  /** A file that is read as soon as the panel is shown. */
  readonly returned: ReturnedFile | undefined;
  readonly onTaken: () => void;
  /** Called with a file whose columns are to be assigned. */
  readonly onAssign: (handed: HandedFile) => void;
}

/** Shows what an import of a file, or of pasted lines, would do, and commits it. A file can be dropped on the page. */
export function ImportPanel({ isOpen, onImported, returned, onTaken, onAssign }: PanelProps) {
  const { imports: t, profiles } = reconciliationTexts();
  const isAdmin = useRight('administer');
  const [accountId, setAccountId] = useState(returned?.accountId ?? '');
  const [profileId, setProfileId] = useState(returned?.profileId ?? '');
  const [skipUnknownAccounts, setSkipping] = useState(false);
  const [isPasting, setPasting] = useState(false);
  const terms = { accountId, profileId, skipUnknownAccounts };
  const forget = () => {
    setAccountId('');
    setProfileId('');
    setSkipping(false);
  };
  const { state, given, read, again, commit, dismiss } = useImport(terms, {
    onImported,
    onLeft: forget,
  });
  /** What was chosen for one file says nothing of the next. */
  const readNext = (name: string, content: File | string) => {
    if (!given()) return read(name, content, terms);
    forget();
    return read(name, content, NO_TERMS);
  };
  const readFile = (file: File | undefined) => {
    if (file) void readNext(file.name, file);
  };
  useDroppedFile(readFile);
  useEffect(() => {
    if (!returned) return;
    void read(returned.name, returned.content, terms);
    onTaken();
  }, []);
  const assign = async () => {
    const current = given();
    if (current) onAssign(await handOver({ ...current, accountId }));
  };
  const preview = state.kind === 'previewed' || state.kind === 'busy' ? state.preview : undefined;
  // What is read, or is refused, may need another account.
  const isChoosing = isOpen || preview !== undefined || state.kind === 'refused';
  return (
    <section class="import" aria-label={t.title}>
      <div class="import-bar" hidden={!isChoosing}>
        <FileChoice onFile={readFile} />
        <AccountChoice accountId={accountId} onChoose={setAccountId} />
        <ProfileChoice profileId={profileId} onChoose={setProfileId} />
        <button type="button" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          {t.paste}
        </button>
      </div>
      <p class="hint" hidden={!isChoosing}>
        {profiles.otherBank}{' '}
        <a href={hrefOf('reconciliation', { view: 'profiles', new: isAdmin ? 'yes' : undefined })}>
          {profiles.otherBankLink}
        </a>
      </p>
      {isOpen && isPasting && (
        <PasteForm
          onSend={async (text, name) => {
            if (await readNext(name, text)) setPasting(false);
          }}
          onCancel={() => setPasting(false)}
        />
      )}
      <ImportOutcome state={state} onAgain={again} onDismiss={dismiss} />
      {preview && 'name' in state && (
        <ImportPreview
          name={state.name}
          preview={preview}
          isBusy={state.kind === 'busy'}
          isSkipping={skipUnknownAccounts}
          onSkip={setSkipping}
          onCommit={() => void commit()}
          onDismiss={dismiss}
          onAssign={() => void assign()}
        />
      )}
    </section>
  );
}

/** The choice of a file. The browser's own input would speak the browser's language. */
function FileChoice({ onFile }: { readonly onFile: (file: File | undefined) => void }) {
  const { imports: t } = reconciliationTexts();
  const id = useId();
  return (
    <label class="drop">
      <input
        type="file"
        aria-describedby={id}
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {t.choose}
      <small id={id}>{t.formats}</small>
    </label>
  );
}

interface AccountChoiceProps {
  readonly accountId: string;
  readonly onChoose: (accountId: string) => void;
}

function AccountChoice({ accountId, onChoose }: AccountChoiceProps) {
  const { imports: t } = reconciliationTexts();
  const { accounts } = useChoices();
  return (
    <Field label={t.account} name="accountId" problem={undefined}>
      {(input) => (
        <select {...input} value={accountId} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t.accountOfFile}</option>
          {accounts.map(({ accountId: value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ProfileChoiceProps {
  readonly profileId: string;
  readonly onChoose: (profileId: string) => void;
}

function ProfileChoice({ profileId, onChoose }: ProfileChoiceProps) {
  const { session } = useSignedIn();
  const { imports: t } = reconciliationTexts();
  const { data } = useLoad(
    'profiles',
    async () => (await session.request(ProfileChoicesDocument)).bankProfiles,
  );
  return (
    <Field label={t.profile} name="profileId" problem={undefined}>
      {(input) => (
        <select {...input} value={profileId} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
          <option value="">{t.profileOfColumns}</option>
          {data?.map(({ profileId: value, title }) => (
            <option key={value} value={value}>
              {value === 'generic' ? t.anyBank : title}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface PasteProps {
  readonly onSend: (text: string, name: string) => Promise<void>;
  readonly onCancel: () => void;
}

function PasteForm({ onSend, onCancel }: PasteProps) {
  const { session } = useSignedIn();
  const { imports: t } = reconciliationTexts();
  const form = useRef<HTMLFormElement>(null);
  // A browser heeds `autofocus` once only.
  useLayoutEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  const submission = useSubmit(async (values) => {
    const text = values.get('content') ?? '';
    if (text.trim() === '') throw new FormError({ content: t.pasteEmpty });
    await onSend(text, t.pastedName(formatShortTimestamp(new Date(session.nowMs()).toISOString())));
  });
  return (
    <form ref={form} class="paste" onSubmit={submission.submit}>
      <Field label={t.pasteLabel} name="content" problem={submission.problem} hint={t.pasteHint}>
        {(input) => <textarea rows={6} spellcheck={false} {...input} />}
      </Field>
      <FormActions submission={submission} label={t.read} onCancel={onCancel} />
    </form>
  );
}
