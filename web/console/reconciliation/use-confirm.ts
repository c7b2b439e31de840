import { useRef, useState } from 'preact/hooks';
import { amountIn } from '../format.ts';
import { changeParams, ROOT } from '../router.ts';
import type { Problem } from '../service/failures.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { HOLD_SECONDS } from '../transactions/actions.ts';
import { partyOf } from '../transactions/labels.ts';
import { useUndo } from '../transactions/undo.tsx';
import { isBeyondLimits } from '../transactions/unusual-amount.tsx';
import { ConfirmLineDocument, ConfirmLinesDocument } from './gql/graphql.ts';
import { lineProblem } from './line-problem.ts';
import { doubtsOf } from './line-refusals.ts';
import {
  couldPay,
  effectOf,
  type LineDetail,
  type LineEffect,
  type Proposal,
  togetherOf,
} from './line-types.ts';

/** What an operator confirms: that lines, with their sum, are the payment of a transaction. */
interface Payment {
  readonly proposal: Proposal;
  readonly effect: LineEffect;
  readonly lineIds: readonly string[];
  readonly amount: number;
}

/** An amount, or money in doubt, that the service accepts only if the operator confirms it. */
export interface AmountQuestion extends Payment {
  /** Why the money may not be there; empty if the question is only about the amount. */
  readonly doubts: readonly string[];
  readonly isBeyondLimits: boolean;
}

interface Outcomes {
  /** Called with the line after the confirm, which is planned then, and with all lines that it confirms. */
  readonly onDone: (detail: LineDetail, message: string, lineIds: readonly string[]) => void;
  /** Called when the line or the transaction is not as it was shown. */
  readonly onStale: (problem: Problem | undefined) => void;
}

/** The confirm of a line, one at a time. It can be undone for some seconds. */
export function useConfirm({ line }: Pick<LineDetail, 'line'>, { onDone, onStale }: Outcomes) {
  const { session } = useSignedIn();
  const undo = useUndo();
  const canChange = useRight('changeTransactions');
  const [problem, setProblem] = useState<Problem>();
  const [question, setQuestion] = useState<AmountQuestion>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);

  const send = async (payment: Payment, acceptDifference: boolean) => {
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    setQuestion(undefined);
    try {
      await undo.track(request(session, payment, acceptDifference), ({ confirmed }) => {
        const message = describe(line.currency, payment);
        onDone(confirmed, message, payment.lineIds);
        // A line that is noted as a payment changes no transaction, so it is confirmed at once.
        if (payment.effect === 'pay') return { hint: reconciliationTexts().desk.undoByHand };
        const onUndone = () => {
          onStale(undefined);
          showLine(line.lineId);
        };
        return { decided: [payment.proposal.transaction], message, onUndone };
      });
    } catch (error) {
      const failed = lineProblem(error);
      if (failed.type === 'error_final_amount_unusual')
        return setQuestion({ ...payment, isBeyondLimits: isBeyondLimits(failed), doubts: doubtsOf(failed) });
      setProblem(failed);
      onStale(failed);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const start = (payment: Payment | undefined) => {
    if (payment && canChange && couldPay(line) && !busy.current && !question) void send(payment, false);
  };
  return {
    isBusy,
    /** Why the last confirm was refused. */
    problem,
    /** Asked before an unusual amount; no other confirm meanwhile. */
    question,
    /** Confirms the line alone for a transaction, if that is possible. */
    alone(proposal: Proposal | undefined) {
      const effect = proposal && effectOf(line, proposal);
      start(effect && { proposal, effect, lineIds: [line.lineId], amount: line.amount });
    },
    /** Confirms the line together with the others that name the transaction, if that is possible. */
    together(proposal: Proposal | undefined) {
      const together = proposal && togetherOf(line, proposal);
      start(together && { proposal, ...together });
    },
    /** Answers the question whether the amount is intended. */
    answer(isMeant: boolean) {
      if (!question || busy.current) return;
      if (isMeant) void send(question, true);
      else setQuestion(undefined);
    },
  };
}

const PATH = new URL('console/reconciliation', ROOT).pathname;

/** Opens a line if the reconciliation is on the screen. */
function showLine(lineId: string): void {
  if (location.pathname === PATH) changeParams({ open: lineId });
}

type Session = ReturnType<typeof useSignedIn>['session'];

function request(
  { request }: Session,
  { proposal: { transaction }, lineIds }: Payment,
  acceptDifference: boolean,
): Promise<{ readonly confirmed: LineDetail }> {
  const { transactionId, sequence } = transaction;
  const common = { transactionId, sequence, acceptDifference, holdSeconds: HOLD_SECONDS };
  const [lineId = '', ...others] = lineIds;
  return others.length === 0
    ? request(ConfirmLineDocument, { lineId, ...common })
    : request(ConfirmLinesDocument, { lineIds: [...lineIds], ...common });
}

function describe(currency: string, { effect, amount, proposal }: Payment): string {
  return reconciliationTexts().desk.confirmed[effect](
    amountIn(currency, amount),
    partyOf(proposal.transaction),
  );
}
