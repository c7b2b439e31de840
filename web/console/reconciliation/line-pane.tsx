import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { ViewingNow } from '../presence/later.ts';
import { changeParams } from '../router.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { useTemplatesOf } from '../transactions/templates.tsx';
import { Message } from '../ui/message.tsx';
import { Async } from '../ui/states.tsx';
import { useLiveTransactions } from '../ui/use-live.ts';
import { type Loaded, useLoad } from '../ui/use-load.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { AmountQuestion } from './amount-question.tsx';
import { Candidates } from './candidates.tsx';
import { Decisions } from './decisions.tsx';
import { FindTransaction } from './find-transaction.tsx';
import { GiveBackForm } from './give-back-form.tsx';
import { LineDocument } from './gql/graphql.ts';
import { Hindrance, WhyWaiting } from './hindrance.tsx';
import { isWide } from './is-wide.ts';
import { signedAmount } from './labels.ts';
import { LineBadge } from './line-badge.tsx';
import { LineFields } from './line-fields.tsx';
import { isGivable, isOpen, isUndoable, type Line, type LineDetail } from './line-types.ts';
import { RefundCandidates } from './refund-candidates.tsx';
import { Refunds } from './refunds.tsx';
import { type LineActions, useLineActions } from './use-line-actions.ts';
import type { DecidedLine } from './use-lines.ts';
import { WordsForm } from './words-form.tsx';

interface PaneProps {
  readonly id: string;
  /** The line as it is in the list; undefined if it is not listed. */
  readonly listed: Line | undefined;
  /** Called with the changes of a decision. */
  readonly onDecided: (lines: readonly DecidedLine[]) => void;
  /** Called when the line is not as it was shown. */
  readonly onStale: () => void;
  /** Receives the action of the Enter key. */
  readonly enter: { current: () => void };
}

/** A line with all facts of the bank, the transactions that it may pay, and the decisions about it. */
export function LinePane({ id, listed, onDecided, onStale, enter }: PaneProps) {
  const { session } = useSignedIn();
  const { desk: t } = reconciliationTexts();
  const loaded = useLoad<LineDetail>(
    id,
    async () => (await session.request(LineDocument, { lineId: id })).statementLine,
  );
  useLiveTransactions((changed) => {
    const { candidates = [], line } = loaded.data ?? {};
    const ids = candidates.map(({ transaction }) => transaction.transactionId);
    if ([...ids, line?.planned?.transactionId].includes(changed.transactionId)) loaded.reload();
  }, loaded.restart);
  useReloadWhenListChanges(listed, loaded);
  const pane = useRef<HTMLElement>(null);
  // Focuses the pane and not its first button, so that Enter confirms the chosen candidate, as it does in the list.
  useEffect(() => {
    // A narrow screen hides the list, whose link keeps the focus until the next painting.
    const { activeElement, body } = document;
    if (!isWide() && (activeElement === body || !activeElement?.checkVisibility())) pane.current?.focus();
  }, []);
  return (
    <aside ref={pane} class="detail line-pane" aria-label={t.pane} tabIndex={-1}>
      <button type="button" class="close" onClick={() => changeParams({ open: undefined })}>
        {texts().ui.close}
      </button>
      <ViewingNow id={id} />
      <Async what={t.whatLine} loaded={loaded}>
        {(detail) => (
          <OpenLine
            detail={detail}
            enter={enter}
            onDone={(next, lineIds) => {
              const { state, stateAt, planned = null } = next.line;
              loaded.update(() => next);
              onDecided(lineIds.map((lineId) => ({ lineId, state, stateAt, planned })));
            }}
            onStale={() => {
              loaded.reload();
              onStale();
            }}
          />
        )}
      </Async>
    </aside>
  );
}

/**
 * Loads the line again when the list has it in another state: the matching does not notify the pane of its decisions.
 */
function useReloadWhenListChanges(listed: Line | undefined, { data, reload }: Loaded<LineDetail>): void {
  const [known, shown] = [listed && versionOf(listed), data && versionOf(data.line)];
  useEffect(() => {
    if (known !== undefined && shown !== undefined && known !== shown) reload();
  }, [known, shown, reload]);
}

function versionOf({ state, stateAt, planned }: Line): string {
  return [state, stateAt, planned?.transactionId].join(' ');
}

interface OpenLineProps extends Pick<PaneProps, 'enter'> {
  readonly detail: LineDetail;
  readonly onDone: (detail: LineDetail, lineIds: readonly string[]) => void;
  /** Called when a decision was refused: the line has changed meanwhile. */
  readonly onStale: () => void;
}

function OpenLine({ detail, enter, onDone, onStale }: OpenLineProps) {
  const actions = useLineActions(detail, { onDone, onStale });
  const canChange = useRight('changeTransactions');
  const { desk: t } = reconciliationTexts();
  const { line } = detail;
  // A layout effect, so that Enter confirms what is shown as soon as it is painted.
  useLayoutEffect(() => {
    enter.current = actions.confirm;
    return () => {
      enter.current = () => {};
    };
  });
  useShortcuts(canChange ? shortcutsOf(line, actions) : {});
  return (
    <>
      <Title line={line} />
      {line.planned && (
        <p class="banner" role="status">
          {t.plannedLine(texts().ui.status[line.planned.to])}
        </p>
      )}
      {actions.problem && (
        <p class="banner" role="alert">
          <Message problem={actions.problem} />
        </p>
      )}
      {actions.question && (
        <AmountQuestion line={line} question={actions.question} onAnswer={actions.answer} />
      )}
      <Hindrance line={line} />
      <LineFields line={line} />
      <WhyWaiting {...detail} />
      <Candidates detail={detail} actions={actions} canChange={canChange} />
      {canChange && <RefundCandidates key={line.lineId} detail={detail} actions={actions} />}
      {canChange && isOpen(line) && <FindTransaction line={line} onFound={actions.add} />}
      {canChange && <LineDecision detail={detail} actions={actions} />}
      <Refunds {...detail} />
      <Decisions {...detail} />
    </>
  );
}

function shortcutsOf(line: Line, { choose, openForm }: LineActions) {
  const digits = Object.fromEntries(
    Array.from({ length: 9 }, (_, index) => [String(index + 1), () => choose(index)] as const),
  );
  return {
    ...digits,
    ...(isOpen(line) && { x: () => openForm('away') }),
    ...(isUndoable(line) && { u: () => openForm('undo') }),
    '/': () => document.querySelector<HTMLInputElement>('.find-transaction input')?.focus(),
  };
}

function Title({ line }: { readonly line: Line }) {
  const { desk: t } = reconciliationTexts();
  return (
    <div class="line-title">
      <h2>
        <span class="kind">{line.direction === 'credit' ? t.incoming : t.outgoing}</span> {signedAmount(line)}
      </h2>
      <LineBadge line={line} />
    </div>
  );
}

interface LineDecisionProps {
  readonly detail: LineDetail;
  readonly actions: LineActions;
}

/** The buttons of decisions that need no candidate, and the form for their texts. */
function LineDecision({ detail: { line, together }, actions }: LineDecisionProps) {
  const { desk: t } = reconciliationTexts();
  const { form, openForm } = actions;
  const templates = useTemplatesOf('putAway');
  if (form === 'away')
    return (
      <WordsForm
        title={t.putAwayTitle}
        label={t.putAwayNote}
        name="note"
        send={t.putAway}
        templates={templates.map(({ text }) => text)}
        onSend={actions.putAway}
        onCancel={() => openForm(undefined)}
      />
    );
  if (form === 'undo')
    return (
      <WordsForm
        title={t.undoTitle}
        about={aboutUndo(line, together.length + 1)}
        label={t.undoReason}
        name="reason"
        send={t.undo}
        onSend={actions.undo}
        onCancel={() => openForm(undefined)}
      />
    );
  if (form === 'give-back')
    return <GiveBackForm line={line} onSend={actions.giveBack} onCancel={() => openForm(undefined)} />;
  return (
    <div class="actions">
      {isGivable(line) && (
        <button type="button" onClick={() => openForm('give-back')}>
          {t.refund.action}
        </button>
      )}
      {isOpen(line) && (
        <button type="button" onClick={() => openForm('away')}>
          {t.putAway} <kbd>x</kbd>
        </button>
      )}
      {isUndoable(line) && (
        <button type="button" onClick={() => openForm('undo')}>
          {t.undo} <kbd>u</kbd>
        </button>
      )}
    </div>
  );
}

/** Describes the effect of an undo on the transaction and the lines of a decision. */
function aboutUndo({ state, direction, transactionId }: Line, lineCount: number): string {
  const { desk: t } = reconciliationTexts();
  if (state === 'giving-back') return t.refund.undoAbout;
  if (state !== 'matched') return t.undoAwayAbout;
  if (transactionId == null) return t.refund.undoConfirmed[direction];
  return lineCount > 1 ? t.undoTogetherAbout(String(lineCount)) : t.undoAbout;
}
