import { useRef, useState } from 'preact/hooks';
import type { Problem } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { ConfirmLineDocument, PutLineAwayDocument, UndoLineDocument } from './gql/graphql.ts';
import { amountIn } from './labels.ts';
import { lineFailure, lineProblem } from './line-problem.ts';
import { type Candidate, type LineDetail, mayPay, meaningOf, type Proposal, partyOf } from './line-types.ts';

type Form = 'away' | 'undo';

export interface LineActions {
  /** The transactions that the line may pay: the candidates, then those that the operator has found. */
  readonly proposals: readonly Proposal[];
  readonly chosen: number;
  readonly isBusy: boolean;
  /** Why the last decision was refused. */
  readonly problem: Problem | undefined;
  /** The form that is open. */
  readonly form: Form | undefined;
  choose(index: number): void;
  /** Adds transactions that the operator has found, and chooses the first. */
  add(found: readonly Candidate[]): void;
  openForm(form: Form | undefined): void;
  /** Confirms the chosen candidate, if it can be. */
  confirm(): void;
  /** @throws what the service refuses, for the form. */
  putAway(note: string): Promise<void>;
  undo(reason: string): Promise<void>;
}

function refuse(error: unknown): never {
  throw lineFailure(error);
}

interface Outcomes {
  readonly onDone: (detail: LineDetail) => void;
  readonly onStale: () => void;
}

/** The possible decisions about a line, one at a time. */
export function useLineActions(detail: LineDetail, { onDone, onStale }: Outcomes): LineActions {
  const { session, notify } = useSignedIn();
  const mayChange = useRight('changeTransactions');
  const [chosen, choose] = useState(0);
  const [found, setFound] = useState<readonly Candidate[]>([]);
  const [form, openForm] = useState<Form>();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const { line } = detail;
  const { lineId } = line;
  const { desk: t } = reconciliationTexts();
  const proposals = [...detail.candidates, ...found.map((transaction) => ({ transaction, reasons: [] }))];

  const finish = (next: LineDetail, message: string) => {
    notify(message);
    openForm(undefined);
    onDone(next);
  };
  const confirm = async () => {
    const proposal = proposals[chosen];
    const meaning = proposal && meaningOf(line, proposal);
    if (!mayChange || !meaning || !mayPay(line) || busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      const { transaction } = proposal;
      const { transactionId, sequence } = transaction;
      const request = { lineId, transactionId, sequence };
      const { confirmStatementLine: next } = await session.request(ConfirmLineDocument, request);
      finish(next, t.confirmed[meaning](amountIn(line.currency, line.amount), partyOf(transaction)));
    } catch (error) {
      const failed = lineProblem(error);
      setProblem(failed);
      // What the operator has found is as it was then: it is to be found again.
      if (failed.type === 'error_stale_sequence' && chosen >= detail.candidates.length) {
        setFound([]);
        choose(0);
      }
      onStale();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  return {
    ...{ proposals, chosen, isBusy, problem, form, openForm },
    choose: (index) => index < proposals.length && choose(index),
    add(more) {
      const known = detail.candidates.map(({ transaction }) => transaction.transactionId);
      const fresh = more.filter(({ transactionId }) => !known.includes(transactionId));
      setFound(fresh);
      choose(fresh.length > 0 ? detail.candidates.length : known.indexOf(more[0]?.transactionId ?? ''));
    },
    confirm: () => void confirm(),
    async putAway(note) {
      const { putAwayStatementLine: next } = await session
        .request(PutLineAwayDocument, { lineId, note })
        .catch(refuse);
      finish(next, t.putAwayDone(amountIn(line.currency, line.amount)));
    },
    async undo(reason) {
      const decisionId = detail.decisions.find(({ undoneAt }) => !undoneAt)?.decisionId;
      const request = session.request(UndoLineDocument, { lineId, decisionId, reason });
      request.catch(onStale);
      const { undoStatementLine: next } = await request.catch(refuse);
      finish(next, t.undoDone(amountIn(line.currency, line.amount)));
    },
  };
}
