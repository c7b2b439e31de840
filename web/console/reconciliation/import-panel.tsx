import { useState } from 'preact/hooks';
import { hrefOf } from '../router.ts';
import { useRight } from '../session/context.ts';
import { useDroppedFiles } from '../session/use-dropped-files.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { type HandedFile, handOver } from './handed-file.ts';
import { AccountChoice, FileChoice, ProfileChoice } from './import-choices.tsx';
import { ImportOutcome } from './import-outcome.tsx';
import { ImportPreview } from './import-preview.tsx';
import { PasteForm } from './paste-form.tsx';
import type { Import } from './use-import.ts';

interface PanelProps {
  /** Whether a file can be chosen, or lines pasted. A file can be dropped either way. */
  readonly isOpen: boolean;
  readonly imports: Import;
  /** Called with a file whose columns are to be assigned. */
  readonly onAssign: (handed: HandedFile) => void;
}

/** Shows what an import of a file, or of pasted lines, would do, and commits it. A file can be dropped on the page. */
export function ImportPanel({ isOpen, imports, onAssign }: PanelProps) {
  const { imports: t, profiles } = reconciliationTexts();
  const isAdmin = useRight('administer');
  const [isPasting, setPasting] = useState(false);
  const { state, isImporting, waiting, terms, choose, give, given, again, commit, dismiss } = imports;
  const { accountId, profileId, skipUnknownAccounts } = terms;
  const giveFiles = (files: readonly File[]) =>
    void give(files.map((content) => ({ name: content.name, content })));
  useDroppedFiles(giveFiles);
  const assign = async () => {
    const current = given();
    if (current) onAssign(await handOver(current));
  };
  const preview = state.kind === 'previewed' || state.kind === 'busy' ? state.preview : undefined;
  // A file that is read or refused may need another account.
  const isChoosing = isOpen || preview !== undefined || state.kind === 'refused';
  return (
    <section class="import" aria-label={t.title}>
      <div class="import-bar" hidden={!isChoosing}>
        <FileChoice onFiles={giveFiles} />
        <AccountChoice accountId={accountId} onChoose={(chosen) => choose({ accountId: chosen })} />
        <ProfileChoice profileId={profileId} onChoose={(chosen) => choose({ profileId: chosen })} />
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
            if (await give([{ name, content: text }])) setPasting(false);
          }}
          onCancel={() => setPasting(false)}
        />
      )}
      {waiting.length > 0 && <p class="hint">{t.waiting(waiting.join(', '))}</p>}
      <ImportOutcome state={state} onAgain={again} onDismiss={dismiss} />
      {preview && 'name' in state && (
        <ImportPreview
          name={state.name}
          preview={preview}
          isBusy={state.kind === 'busy'}
          isImporting={isImporting}
          isSkipping={skipUnknownAccounts}
          onSkip={(isSkipping) => choose({ skipUnknownAccounts: isSkipping })}
          onCommit={() => void commit()}
          onDismiss={dismiss}
          onAssign={() => void assign()}
        />
      )}
    </section>
  );
}
