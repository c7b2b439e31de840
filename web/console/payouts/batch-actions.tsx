import { useLayoutEffect, useState } from 'preact/hooks';
import { isSamePerson } from '../../../src/kernel/person.ts';
import { formatCount } from '../format.ts';
import { hrefOf, navigate } from '../router.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { texts } from '../texts/texts.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { ApproveDialog, RejectDialog } from './dialogs.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { type BankFile, saveBankFile } from './file.ts';
import { BatchFileDocument, RemoveFromPayoutDocument, type WholeBatchFragment } from './gql/graphql.ts';

type Batch = WholeBatchFragment;

interface ActionsProps {
  readonly batch: Batch;
  /** The chosen rows that still wait; undefined while nothing is chosen. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onClear: () => void;
  readonly onChanged: (batch: Batch) => void;
  readonly onExported: () => void;
}

/** A dialog, with the batch that was read and the payouts of its file that were chosen when it was opened. */
interface Open {
  readonly kind: 'approve' | 'reject' | 'export';
  readonly batch: Batch;
  readonly chosen?: ReadonlySet<string> | undefined;
}

/** The next step is the primary button. Each has a key. */
export function BatchActions({ batch, chosen, onClear, onChanged, onExported }: ActionsProps) {
  const { session, notify } = useSignedIn();
  const [open, setOpen] = useOpen(batch);
  const ask = (kind: Open['kind']) => setOpen({ kind, batch, chosen: ofFile });
  const t = payoutTexts();
  const { state, payoutId, contentHash, isFileGivenOut: hasFile } = batch;
  const done = decidedBy(batch, session.name);
  const isOpen = state === 'prepared' || state === 'approved';
  // Before there is a file, the chosen rows are taken out of the batch.
  const ofFile = state === 'exported' ? chosen : undefined;
  const removed = isOpen && chosen ? [...chosen] : [];
  // Without a choice, the whole batch is rejected. A choice of which nothing waits any longer is not the same as none.
  const canReject = (isOpen || state === 'exported') && ofFile?.size !== 0;
  const fail = (error: unknown) => notify(problemOf(error).message);
  const download = () =>
    session.request(BatchFileDocument, { payoutId }).then(({ payoutFile }) => saveBankFile(payoutFile), fail);
  const takeOut = () =>
    session
      .request(RemoveFromPayoutDocument, { input: { payoutId, contentHash, transactionIds: removed } })
      .then(({ removeFromPayout }) => {
        notify(t.actions.takenOut(formatCount(removed.length)));
        onChanged(removeFromPayout);
      }, fail);
  const save = (file: BankFile) => {
    saveBankFile(file);
    notify(t.actions.exported(file.name));
    onExported();
  };
  useShortcuts({
    ...(state === 'prepared' && !done && { a: () => ask('approve') }),
    ...(state === 'approved' && { e: () => ask('export') }),
    ...(hasFile && { d: download }),
    ...(canReject && { r: () => ask('reject') }),
    ...(removed.length > 0 && { Delete: takeOut }),
  });
  // A late answer must not replace the dialog that was opened since.
  const leave = (next?: Open) => setOpen((now) => (now === open ? next : now));
  const dialog = { batch: open?.batch ?? batch, onChanged, onClose: () => leave() };
  return (
    <div class="actions">
      {state === 'prepared' &&
        (done ? (
          <p class="hint">{t.batch[done]}</p>
        ) : (
          <button type="button" class="primary" onClick={() => ask('approve')}>
            {t.actions.approve} <kbd>a</kbd>
          </button>
        ))}
      {state === 'approved' && (
        <button type="button" class="primary" onClick={() => ask('export')}>
          {t.actions.export} <kbd>e</kbd>
        </button>
      )}
      {hasFile && (
        <button type="button" onClick={download}>
          {t.actions.download} <kbd>d</kbd>
        </button>
      )}
      {isOpen && done === 'own' && (
        <button type="button" onClick={() => navigate(hrefOf('payouts', { add: payoutId }))}>
          {t.actions.add}
        </button>
      )}
      {removed.length > 0 && (
        <button type="button" onClick={takeOut}>
          {t.actions.takeOut(formatCount(removed.length))}
        </button>
      )}
      {canReject && (
        <button type="button" onClick={() => ask('reject')}>
          {ofFile ? t.actions.rejectSome(formatCount(ofFile.size)) : t.actions.reject} <kbd>r</kbd>
        </button>
      )}
      {chosen && (
        <button type="button" onClick={onClear}>
          {texts().queue.clearChosen}
        </button>
      )}
      <button type="button" class="end" onClick={() => print()}>
        {t.batch.print}
      </button>
      {open?.kind === 'approve' && (
        <ApproveDialog
          {...dialog}
          onChanged={(next) => {
            onChanged(next);
            // The next step: Escape leaves it for later, or for somebody else.
            leave(next.state === 'approved' ? { kind: 'export', batch: next } : undefined);
          }}
        />
      )}
      {open?.kind === 'reject' && <RejectDialog {...dialog} chosen={open.chosen} />}
      {open?.kind === 'export' && <ExportDialog {...dialog} onExported={save} />}
    </div>
  );
}

/** The open dialog. It is about the batch as it was read: when the batch changes, it closes and says why. */
function useOpen(batch: Batch) {
  const { number } = batch;
  const { notify } = useSignedIn();
  const [open, setOpen] = useState<Open>();
  const isOutdated = open !== undefined && isAnother(open, batch);
  useLayoutEffect(() => {
    if (!isOutdated) return;
    setOpen(undefined);
    notify(payoutTexts().actions.changed(number));
  }, [isOutdated, number, notify]);
  return [isOutdated ? undefined : open, setOpen] as const;
}

/**
 * Whether a batch is no longer the one that the dialog asks about. A rejection also depends on what is known of the
 * file.
 */
function isAnother({ kind, batch: seen }: Open, now: Batch): boolean {
  const hasProgressed = now.state !== 'rejected' && seen.progressHash !== now.progressHash;
  return seen.contentHash !== now.contentHash || (kind === 'reject' && hasProgressed);
}

/** Why a person cannot approve a batch: they have prepared it, or have approved its content already. */
function decidedBy({ preparedBy, approvals }: Batch, name: string): 'own' | 'approvedByYou' | undefined {
  if (isSamePerson(preparedBy, name)) return 'own';
  const isMine = approvals.some(({ counts, approvedBy }) => counts && isSamePerson(approvedBy, name));
  return isMine ? 'approvedByYou' : undefined;
}
