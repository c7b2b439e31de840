import { useRef, useState } from 'preact/hooks';
import { amountIn } from '../format.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { useUndo } from '../transactions/undo.tsx';
import {
  ConfirmRefundDocument,
  GiveBackDocument,
  LineDocument,
  PutLineAwayDocument,
  UndoLineDocument,
} from './gql/graphql.ts';
import { refuseForm } from './line-problem.ts';
import {
  type Candidate,
  type LineDetail,
  proposalsOf,
  type RefundCandidate,
  tiedAmong,
  tiedOf,
  togetherOf,
} from './line-types.ts';
import { useConfirm } from './use-confirm.ts';

type Form = 'away' | 'undo' | 'give-back';

/** What an operator gives back of a line. The payer is needed only if the line shows none. */
export interface GivenBack {
  /** Undefined for all that is left of the line. */
  readonly amount: number | undefined;
  readonly reason: string;
  /** Whether the money is confirmed to be there, if that is in doubt. */
  readonly acceptDifference: boolean;
  readonly iban: string | undefined;
  readonly accountName: string | undefined;
}

export type LineActions = ReturnType<typeof useLineActions>;

interface Outcomes {
  /** Called with the line after a decision, and with all lines that were decided. */
  readonly onDone: (detail: LineDetail, lineIds: readonly string[]) => void;
  readonly onStale: () => void;
}

/** The possible decisions about a line, one at a time. */
export function useLineActions(detail: LineDetail, { onDone, onStale }: Outcomes) {
  const { session, notify } = useSignedIn();
  const undo = useUndo();
  const [picked, pick] = useState<string>();
  const offered = useRef<string>(undefined);
  const [found, setFound] = useState<readonly Candidate[]>([]);
  const [form, openForm] = useState<Form>();
  const { line, candidates } = detail;
  const { lineId } = line;
  /** The transactions that the line may pay: those that the operator has found, then the candidates. */
  const proposals = proposalsOf(candidates, found);
  /** The proposals that match equally well, and better than all others. If there are any, none is preselected. */
  const tied = found.length > 0 ? tiedAmong(line, found) : tiedOf(line, candidates);
  const isTied = tied.length > 0;
  // A candidate that moves to the first place later must not replace what was already chosen or offered.
  if (!isTied) offered.current ??= proposals[0]?.transaction.transactionId;
  const chosenId = picked ?? (isTied ? undefined : offered.current);
  const index = proposals.findIndex(({ transaction }) => transaction.transactionId === chosenId);
  /** Undefined if nothing is chosen. */
  const chosen = index < 0 ? undefined : index;
  const offerAgain = (more: readonly Candidate[]) => {
    setFound(more);
    pick(undefined);
    offered.current = undefined;
  };
  const { desk: t } = reconciliationTexts();

  const finish = (next: LineDetail, message: string, lineIds: readonly string[] = [lineId]) => {
    notify(message);
    openForm(undefined);
    onDone(next, lineIds);
  };
  const { alone, together, ...confirming } = useConfirm(detail, {
    onDone: finish,
    onStale(problem) {
      // The found transactions can be outdated, so they must be searched for again.
      if (problem?.type === 'error_stale_sequence' && chosen !== undefined && chosen < found.length)
        offerAgain([]);
      onStale();
    },
  });
  const proposal = chosen === undefined ? undefined : proposals[chosen];
  return {
    ...confirming,
    proposals,
    tied,
    chosen,
    form,
    openForm,
    choose(wanted: number) {
      const id = proposals[wanted]?.transaction.transactionId;
      if (id === undefined) return;
      confirming.answer(false);
      pick(id);
    },
    /** Adds transactions that the operator has found, and chooses the first, unless several match equally well. */
    add(more: readonly Candidate[]) {
      confirming.answer(false);
      offerAgain(more);
    },
    /**
     * Confirms the chosen candidate, if that is possible: with all lines that name it, if their sum is nearer to its
     * amount.
     */
    confirm: () => (proposal && togetherOf(line, proposal) ? together(proposal) : alone(proposal)),
    /** Confirms it with this line alone, if that is possible. */
    confirmAlone: () => alone(proposal),
    /** Confirms that the line has paid, or returned, a refund. @throws the service's refusal. */
    async confirmRefund({ refundId, accountName, differs: acceptDifference }: RefundCandidate) {
      const asked = session.request(ConfirmRefundDocument, { lineId, refundId, acceptDifference });
      asked.catch(onStale);
      const { confirmed } = await asked;
      undo.keep(t.undoByHand);
      finish(
        confirmed,
        t.refund.confirmed[line.direction](amountIn(line.currency, line.amount), accountName),
      );
    },
    /** @throws the service's refusal, for the form. */
    async putAway(note: string) {
      const { putAwayStatementLine: next } = await session
        .request(PutLineAwayDocument, { lineId, note })
        .catch(refuseForm);
      undo.keep(t.undoByHand);
      finish(next, t.putAwayDone(amountIn(line.currency, line.amount)));
    },
    async undo(reason: string) {
      const decisionId = detail.decisions.find(({ undoneAt }) => !undoneAt)?.decisionId;
      const request = session.request(UndoLineDocument, { lineId, decisionId, reason });
      request.catch(onStale);
      const { undoStatementLine: next } = await request.catch(refuseForm);
      undo.keep(t.undoneByHand);
      finish(next, t.undoDone(amountIn(line.currency, line.amount)));
    },
    /** @throws the service's refusal. */
    async giveBack(given: GivenBack) {
      const { giveBackStatementLine: refund } = await session.request(GiveBackDocument, {
        input: { lineId, ...given },
      });
      const { statementLine: next } = await session.request(LineDocument, { lineId });
      finish(next, t.refund.done(amountIn(line.currency, refund.amount)));
    },
  };
}
