import { useRef, useState } from 'preact/hooks';
import { currencyName, formatAmount, printedAmount, readAmount } from '../format.ts';
import { FormError, problemOf } from '../service/failures.ts';
import type { FieldProblem } from '../service/field-words.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions, TextField } from '../ui/form.tsx';
import { Iban } from '../ui/iban.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useSubmit, type Values } from '../ui/use-submit.ts';
import {
  ACTIONS,
  type Action,
  isOutdated,
  type Outcomes,
  perform,
  readTransaction,
  stillOutOf,
} from './actions.ts';
import { isPaidOut } from './claims.ts';
import { describeDone, ibanOf, partyOf, wordsOf } from './labels.ts';
import { Outdated } from './outdated.tsx';
import { PaymentFields, readPayment } from './payment-fields.tsx';
import { ReasonFields, readReason } from './reason-fields.tsx';
import { type ReasonTemplate, useTemplatesOf } from './templates.tsx';
import { useUndo } from './undo.tsx';
import { isBeyondLimits, type Unusual, UnusualAmount } from './unusual-amount.tsx';

const StillOut = lazyPart(async () => (await import('../payouts/still-out.tsx')).StillOut);

interface TransitionDialogProps extends Outcomes {
  readonly action: Action;
  /** The version that the operator sees. */
  readonly transaction: Transaction;
  readonly onClose: () => void;
}

/** Asks for the values of a transition and requests it. It reports if somebody else was faster. */
export function TransitionDialog(props: TransitionDialogProps) {
  const { action, transaction, onClose } = props;
  const t = texts().transactions;
  const { label, about } = wordsOf(action, transaction);
  const { amount, finalAmount, type, reference, bank } = transaction;
  const { tone } = ACTIONS[action];
  const { form, current, unusual, stillOut, answer, forgetUnusual, submission } = useTransition(props);
  const title = t.titleOf(label, texts().ui.type[type], formatAmount(finalAmount ?? amount));
  if (current)
    return (
      <Dialog title={title} onClose={onClose}>
        <Outdated transaction={current} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        <strong>
          <bdi>{partyOf(transaction)}</bdi>
        </strong>
        {reference && (
          <small>
            {texts().queue.columns.reference} <span class="id">{reference}</span>
          </small>
        )}
        <small>
          {bank} <Iban iban={ibanOf(transaction)} />
        </small>
      </p>
      <p>{about[type]}</p>
      <Form
        formRef={form}
        submission={submission}
        onInput={({ target }) => {
          // Only the amount in the question can be confirmed.
          if (target instanceof HTMLInputElement && target.name === 'finalAmount') forgetUnusual();
        }}
      >
        <TransitionFields action={action} transaction={transaction} />
        {stillOut && <StillOut isReversal={action === 'reverse'} problem={stillOut} />}
        {unusual ? (
          <UnusualAmount {...unusual} transaction={transaction} label={label} onAnswer={answer} />
        ) : (
          <FormActions
            label={label}
            tone={tone}
            focused={action === 'cancel' ? 'back' : undefined}
            onCancel={onClose}
          />
        )}
      </Form>
    </Dialog>
  );
}

/** Requests a transition, again for a confirmed unusual amount, and watches for other operators who are faster. */
function useTransition({ action, transaction, onChanged, onDecided, onClose }: TransitionDialogProps) {
  const { session, notify } = useSignedIn();
  const undo = useUndo();
  const isShown = useIsShown();
  const templates = useTemplatesOf(action);
  const [current, setCurrent] = useState<Transaction>();
  const [unusual, setUnusual] = useState<Unusual>();
  const [stillOut, setStillOut] = useState<FieldProblem>();
  const form = useRef<HTMLFormElement>(null);
  const isMeant = useRef(false);
  const answer = (meant: boolean) => {
    isMeant.current = meant;
    // The button that was pressed disappears.
    form.current?.querySelector('input')?.focus();
    if (meant) form.current?.requestSubmit();
    else setUnusual(undefined);
    isMeant.current = false;
  };
  const showCurrent = (latest: Transaction) => {
    setCurrent(latest);
    onChanged(latest);
  };
  const submission = useSubmit(async (values) => {
    const given = readValues({ action, transaction }, values, templates);
    // An amount that was typed before the question appeared is asked about, too.
    const acceptDifference = isMeant.current && unusual?.finalAmount === given.finalAmount;
    setUnusual(undefined);
    try {
      await undo.track(perform(session, { action, transaction, acceptDifference, ...given }), (changed) => {
        // The user may have closed it with Escape and opened another dialog.
        if (isShown()) onClose();
        onDecided(changed);
        const message = describeDone(action, changed, given.finalAmount);
        return { decided: [changed], message, onUndone: onChanged };
      });
    } catch (error) {
      const problem = problemOf(error);
      const { type, message } = problem;
      if (!isShown()) {
        notify(`${partyOf(transaction)}: ${message}`);
        if (!isOutdated(error)) return;
      }
      if (type === 'error_final_amount_unusual' && given.finalAmount !== undefined)
        return setUnusual({ finalAmount: given.finalAmount, isBeyondLimits: isBeyondLimits(problem) });
      if (stillOutOf(problem)) return setStillOut(stillOutOf(problem));
      if (!isOutdated(error)) throw error;
      showCurrent(await readTransaction(session, transaction.transactionId));
    }
  });
  useLiveTransactions(
    (changed) => {
      const isIt = changed.transactionId === transaction.transactionId;
      const isDecided = changed.planned != null || changed.sequence > transaction.sequence;
      if (isIt && isDecided && !submission.isBusy) showCurrent(changed);
    },
    () => {},
  );
  const forgetUnusual = () => setUnusual(undefined);
  return { form, current, unusual, stillOut, answer, forgetUnusual, submission };
}

interface TransitionFieldsProps {
  readonly action: Action;
  readonly transaction: Transaction;
}

function TransitionFields({ action, transaction }: TransitionFieldsProps) {
  const t = texts().transactions;
  const { takesAmount } = ACTIONS[action];
  return (
    <>
      {takesAmount && (
        <TextField
          label={t.finalAmount(currencyName())}
          name="finalAmount"
          inputMode="decimal"
          defaultValue={printedAmount(transaction.finalAmount ?? transaction.amount)}
          isSelectedOnFocus
        />
      )}
      {takesAmount && isPaidOut(transaction) && <PaymentFields isReferenceNeeded={action === 'correct'} />}
      <ReasonFields action={action} />
    </>
  );
}

/** @throws FormError when a field cannot be sent. */
function readValues(
  { action, transaction }: Pick<TransitionDialogProps, 'action' | 'transaction'>,
  values: Values,
  templates: readonly ReasonTemplate[],
) {
  const { takesAmount, reason: needed } = ACTIONS[action];
  const t = texts().transactions;
  const given = readReason(values, templates);
  const finalAmount = takesAmount ? readAmount(values.get('finalAmount') ?? '') : undefined;
  const isPayment = takesAmount && isPaidOut(transaction);
  const payment = isPayment ? readPayment(values, action === 'correct') : undefined;
  const fields = {
    ...payment?.problems,
    ...(takesAmount && finalAmount === undefined && { finalAmount: t.amountProblem }),
    ...(needed === 'required' && given.reason === undefined && { reason: t.reasonProblem }),
  };
  if (Object.keys(fields).length > 0) throw new FormError(fields);
  return { finalAmount, payment: payment?.payment, acceptStillOut: values.has('acceptStillOut'), ...given };
}
