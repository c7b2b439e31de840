import { formatCount } from '../format.ts';
import { hrefOf } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Message } from '../ui/message.tsx';
import { FileCounts } from './file-counts.tsx';
import { placeOf } from './labels.ts';
import type { FileProblem, Imported, Preview } from './send-import.ts';

export interface ImportDone {
  readonly kind: 'done';
  readonly imported: Imported;
}

export interface ImportRefused {
  readonly kind: 'refused';
  readonly name: string;
  /** Whether it may have been imported all the same. */
  readonly isUnsure: boolean;
  readonly problem: Problem;
  readonly problems: readonly FileProblem[];
}

export type ImportState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'busy';
      readonly step: 'reading' | 'importing';
      readonly name: string;
      /** The preview of the previous reading. */
      readonly preview: Preview | undefined;
    }
  | { readonly kind: 'previewed'; readonly name: string; readonly preview: Preview }
  | ImportDone
  | ImportRefused;

interface OutcomeProps {
  readonly state: ImportState;
  readonly onAgain: () => void;
  readonly onDismiss: () => void;
}

/** Shows the outcome of an import. */
export function ImportOutcome({ state, onAgain, onDismiss }: OutcomeProps) {
  const { imports: t } = reconciliationTexts();
  const dismiss = (
    <button type="button" onClick={onDismiss}>
      {t.dismiss}
    </button>
  );
  return (
    <div class="import-outcome" role="status">
      {state.kind === 'busy' && (
        <p class="progress">
          <span class="spinner" aria-hidden="true" />{' '}
          {state.step === 'reading' ? t.reading(state.name) : t.importing(state.name)}
        </p>
      )}
      {state.kind === 'done' && (
        <div class="banner done">
          <DoneWords {...state.imported} />
          <div class="actions">{dismiss}</div>
        </div>
      )}
      {state.kind === 'refused' && (
        <div class="banner refused">
          <strong>{titleOf(state)}</strong>
          <Problems {...state} />
          <div class="actions">
            <button type="button" onClick={onAgain}>
              {t.again}
            </button>
            {dismiss}
          </div>
        </div>
      )}
    </div>
  );
}

function titleOf({ name, isUnsure }: ImportRefused): string {
  const { imports: t } = reconciliationTexts();
  return isUnsure ? t.unsure(name) : t.refused(name);
}

/** Says in one line why a file was refused. The first of its own problems is enough to know what to do. */
export function sentenceOf(refused: ImportRefused): string {
  const [found] = refused.problems;
  const { message, fields } = refused.problem;
  const why = found
    ? [found.place && `${placeOf(found.place)}:`, wordsOf(found) ?? found.message]
    : [message, ...Object.values(fields)];
  return [`${titleOf(refused)}.`, ...why].filter(Boolean).join(' ');
}

function DoneWords(imported: Imported) {
  const { payoutReport } = imported;
  return payoutReport ? (
    <AnswerDone file={imported.file} isRepeat={imported.isRepeat} report={payoutReport} />
  ) : (
    <LinesDone {...imported} />
  );
}

interface AnswerProps extends Pick<Imported, 'file' | 'isRepeat'> {
  readonly report: NonNullable<Imported['payoutReport']>;
}

/** What a bank's answer to a file of payouts has changed. */
function AnswerDone({ file, isRepeat, report }: AnswerProps) {
  const { imports: t } = reconciliationTexts();
  const { payoutId, payoutNumber, acceptedCount, heldCount, refusedCount, unmatched } = report;
  const counts = [
    t.answer.accepted(formatCount(acceptedCount)),
    t.answer.refused(formatCount(refusedCount)),
    heldCount > 0 && t.answer.held(formatCount(heldCount)),
  ].filter(Boolean);
  return (
    <>
      <strong>{t.done(file.name)}</strong>
      <p>
        {isRepeat ? t.answer.repeat : counts.join(', ')}{' '}
        <a href={hrefOf('payouts', { batch: payoutId })}>{t.answer.batch(payoutNumber)}</a>
      </p>
      {unmatched.length > 0 && (
        <ul class="file-problems">
          {unmatched.map(({ kind, id, status }) => (
            <li key={`${kind} ${id} ${status}`}>
              {[id, status].filter(Boolean).join(' ')}: {t.answer.unmatched[kind]}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function LinesDone({ file, isRepeat, statements, accounts }: Imported) {
  const { files, imports: t } = reconciliationTexts();
  const { name, lineCount, addedCount } = file;
  const held = statements.filter(({ heldReason }) => heldReason !== null).length;
  const known = lineCount - addedCount;
  const numbers = [
    t.lines(formatCount(lineCount)),
    t.added(formatCount(addedCount)),
    known > 0 && t.known(formatCount(known)),
  ].filter(Boolean);
  return (
    <>
      <strong>{t.done(name)}</strong>
      <p>
        {isRepeat ? t.repeat(accounts.join('; ')) : numbers.join(', ')}{' '}
        <a href={hrefOf('reconciliation', { view: 'files', open: file.fileId })}>{files.openFile}</a>
      </p>
      {!isRepeat && <FileCounts key={file.fileId} fileId={file.fileId} />}
      {held > 0 && (
        <p class="late">
          {t.held(held)} <a href={hrefOf('reconciliation', { group: 'held' })}>{t.toHeld}</a>
        </p>
      )}
    </>
  );
}

interface ProblemsProps {
  readonly problem: Problem;
  readonly problems: readonly FileProblem[];
}

/** The problems of the file, or what else went wrong. */
function Problems({ problem, problems }: ProblemsProps) {
  const { imports: t } = reconciliationTexts();
  if (problems.length === 0)
    return (
      <p>
        <Message problem={problem} />
        {Object.entries(problem.fields).map(([path, message]) => (
          <small key={path} lang="en">
            {message}
          </small>
        ))}
      </p>
    );
  return (
    <>
      <p>{t.refusedHint}</p>
      <FileProblems problems={problems} />
    </>
  );
}

function wordsOf({ reason, values }: FileProblem): string | undefined {
  const { fileProblems } = reconciliationTexts().imports;
  return fileProblems[reason]?.replace(/[$](\d)/g, (_, digit) => values[Number(digit) - 1] ?? '');
}

/** The problems of a file with their places. One without a text keeps the service's English. */
export function FileProblems({ problems }: Pick<ProblemsProps, 'problems'>) {
  return (
    <ul class="file-problems">
      {problems.map((problem) => {
        const { place, message } = problem;
        const words = wordsOf(problem);
        return (
          <li key={`${place} ${message}`}>
            {place && <strong>{placeOf(place)}: </strong>}
            <span lang={words === undefined ? 'en' : undefined} dir="auto">
              {words ?? message}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
