import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount, printedAmount } from '../format.ts';
import { useRight } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Badge } from '../ui/parts.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { AccountWarnings } from './account-warnings.tsx';
import { FileProblems } from './import-outcome.tsx';
import { placeOf, stateOf, toneOf, whyHeld } from './labels.ts';
import { PreviewLines } from './preview-lines.tsx';
import type { Preview } from './send-import.ts';

interface PreviewProps {
  readonly name: string;
  readonly preview: Preview;
  /** Whether the file is being read again, or imported. */
  readonly isBusy: boolean;
  /** Whether it can no longer be left. */
  readonly isImporting: boolean;
  readonly isSkipping: boolean;
  readonly onSkip: (isSkipping: boolean) => void;
  readonly onCommit: () => void;
  readonly onDismiss: () => void;
  /** Called when the columns of the file are to be assigned. */
  readonly onAssign: () => void;
}

/** Shows what an import would do, line by line. Enter imports, Escape leaves. */
export function ImportPreview(props: PreviewProps) {
  const { name, preview, isBusy, isImporting, onCommit, onDismiss, onAssign } = props;
  const { preview: t, profiles } = reconciliationTexts();
  const { problems, lines, lineCount } = preview;
  const isRefused = problems.length > 0;
  const isUnknown = problems.some(({ code }) => code === 'unknown-columns');
  const isAdmin = useRight('administer');
  const isDoubted = preview.warnings.length > 0 && !isRefused && !preview.isRepeat;
  const [isSure, setSure] = useState(false);
  // A confirmation for one account does not apply to another: it is reset before it could be used for that one.
  useLayoutEffect(() => setSure(false), [preview]);
  useShortcuts({ Escape: onDismiss }, { capture: true });
  return (
    <section class="preview" aria-label={t.title(name)} aria-busy={isBusy}>
      <header>
        <h2>{isRefused ? t.refused(name) : t.title(name)}</h2>
        <p class="hint">{isRefused ? t.refusedHint : isDoubted ? t.doubtedHint : t.hint}</p>
      </header>
      {isRefused && <FileProblems problems={problems} />}
      {!isAdmin && isUnknown && <p class="hint">{profiles.askAdmin}</p>}
      <SkipChoice {...props} />
      <Facts {...preview} />
      <Outcomes {...preview} />
      {isDoubted && <AccountWarnings warnings={preview.warnings} isSure={isSure} onSure={setSure} />}
      <div class="actions">
        {isAdmin && isUnknown && <FirstButton label={profiles.makeFromFile} onPress={onAssign} />}
        {!isRefused && (
          <CommitButton
            preview={preview}
            isBusy={isBusy}
            isDoubted={isDoubted}
            isHeldBack={isDoubted && !isSure}
            onCommit={onCommit}
          />
        )}
        <button type="button" disabled={isImporting} onClick={onDismiss}>
          {t.leave}
        </button>
      </div>
      {lines.length > 0 && <PreviewLines name={name} lines={lines} />}
      {lineCount > lines.length && <p class="hint">{t.more(formatCount(lineCount - lines.length))}</p>}
    </section>
  );
}

type SkipProps = Pick<PreviewProps, 'preview' | 'isSkipping' | 'onSkip'>;

/** Lets the statements of other accounts be left out of a file that has both. */
function SkipChoice({ preview: { problems, skippedAccounts }, isSkipping, onSkip }: SkipProps) {
  const { preview: t } = reconciliationTexts();
  if (!isSkipping && !problems.some(({ code }) => code === 'unknown-account')) return null;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isSkipping}
        onChange={({ currentTarget }) => onSkip(currentTarget.checked)}
      />{' '}
      {t.skipUnknown}
      {skippedAccounts.length > 0 && `: ${skippedAccounts.join(', ')}`}
    </label>
  );
}

interface CommitProps extends Pick<PreviewProps, 'preview' | 'isBusy' | 'onCommit'> {
  /** Whether the lines look like those of another account. Then Enter does nothing. */
  readonly isDoubted: boolean;
  readonly isHeldBack: boolean;
}

function CommitButton({ preview, isBusy, isDoubted, isHeldBack, onCommit }: CommitProps) {
  const { preview: t } = reconciliationTexts();
  if (preview.isRepeat) return null;
  const label = t.commit(formatCount(preview.newCount));
  if (!isDoubted) return <FirstButton label={label} isBusy={isBusy} onPress={onCommit} />;
  return (
    <button type="button" class="primary" disabled={isBusy || isHeldBack} onClick={onCommit}>
      {label}
    </button>
  );
}

interface FirstButtonProps {
  readonly label: string;
  readonly isBusy?: boolean;
  readonly onPress: () => void;
}

/** The next step. Its button has the focus, so that Enter does it. */
function FirstButton({ label, isBusy = false, onPress }: FirstButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <button
      ref={button}
      type="button"
      class="primary"
      aria-disabled={isBusy}
      // A key that is still held down from the choice of the file must not import it.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={() => !isBusy && onPress()}
    >
      {label}
    </button>
  );
}

/**
 * The number of lines, and whether their statements would be held. In a refused file it is unknown which lines are new.
 */
function Facts({ statements, lineCount, newCount, isRepeat, problems }: Preview) {
  const { imports, preview: t } = reconciliationTexts();
  const known = lineCount - newCount;
  const isRefused = problems.length > 0;
  const numbers = [
    (!isRefused || lineCount > 0) && imports.lines(formatCount(lineCount)),
    !isRefused && imports.added(formatCount(newCount)),
    !isRefused && known > 0 && imports.known(formatCount(known)),
  ].filter(Boolean);
  return (
    <>
      {(isRepeat || numbers.length > 0) && <p>{isRepeat ? t.repeat : numbers.join(', ')}</p>}
      {statements
        .filter(saysSomething)
        .map(({ heldReason, heldPlace, bankStatementId, opening, closing }, index) => (
          <p key={`${bankStatementId} ${index}`} class={heldReason == null ? undefined : 'late'}>
            {t.balances(
              opening == null ? '–' : printedAmount(opening),
              closing == null ? '–' : printedAmount(closing),
            )}
            {heldReason != null && ` ${t.held} ${whyHeld(heldReason)}`}
            {heldPlace != null && ` (${placeOf(heldPlace)})`}
          </p>
        ))}
    </>
  );
}

/** Pasted lines often come without balances. */
const saysSomething = ({ opening, closing, heldReason }: Preview['statements'][number]) =>
  opening != null || closing != null || heldReason != null;

/** How many lines would be in each state. */
function Outcomes({ outcomes, isDecided, problems }: Preview) {
  const { preview: t } = reconciliationTexts();
  if (!isDecided) return problems.length > 0 ? null : <p class="hint">{t.tooMany}</p>;
  return (
    <ul class="outcomes" aria-label={t.outcomes}>
      {outcomes.map(({ state, count }) => (
        <li key={state}>
          <Badge tone={toneOf(state)} text={stateOf(state)} /> <strong>{formatCount(count)}</strong>
        </li>
      ))}
    </ul>
  );
}
