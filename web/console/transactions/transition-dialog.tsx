import { useState } from 'preact/hooks';
import { formatAmount, plainAmount, readAmount } from '../format.ts';
import { FormError, type Problem, problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions, TextField } from '../ui/form.tsx';
import { useLiveTransactions } from '../ui/use-live.ts';
import { useSubmit, type Values } from '../ui/use-submit.ts';
import { ACTIONS, type Action, perform, readTransaction } from './actions.ts';
import { partyOf } from './labels.ts';
import { Outdated } from './outdated.tsx';
import { type Unusual, UnusualAmount } from './unusual-amount.tsx';

interface TransitionDialogProps {
  readonly action: Action;
  /** The version that the operator sees. */
  readonly transaction: Transaction;
  /** Called with the current version when the transaction has changed. */
  readonly onChanged: (transaction: Transaction) => void;
  readonly onClose: () => void;
}

/** Error types that mean that the transaction changed after the operator saw it. */
const OUTDATED: readonly (string | undefined)[] = ['error_stale_sequence', 'error_transition_not_allowed'];

/** Asks for the values of a transition and requests it. It reports when somebody else was faster. */
export function TransitionDialog({ action, transaction, onChanged, onClose }: TransitionDialogProps) {
  const { session, notify } = useSignedIn();
  const { label, about, tone, takesAmount, done } = ACTIONS[action];
  const [current, setCurrent] = useState<Transaction>();
  const [unusual, setUnusual] = useState<Unusual>();
  const showCurrent = (latest: Transaction) => {
    setCurrent(latest);
    onChanged(latest);
  };
  const submission = useSubmit(async (values) => {
    const given = readValues(values, takesAmount);
    const acceptDifference = unusual !== undefined && unusual.finalAmount === given.finalAmount;
    try {
      const changed = await perform(session, { action, transaction, acceptDifference, ...given });
      onChanged(changed);
      notify(`${done}: ${formatAmount(changed.finalAmount ?? changed.amount)} · ${partyOf(changed)}`);
      onClose();
    } catch (error) {
      const { type, fields } = problemOf(error);
      if (type === 'error_final_amount_unusual' && given.finalAmount !== undefined)
        return setUnusual({ finalAmount: given.finalAmount, why: fields.finalAmount ?? '' });
      if (!OUTDATED.includes(type)) throw error;
      showCurrent(await readTransaction(session, transaction.transactionId));
    }
  });
  useLiveTransactions(
    (changed) => {
      const isOther =
        changed.transactionId === transaction.transactionId && changed.sequence > transaction.sequence;
      if (isOther && !submission.isBusy) showCurrent(changed);
    },
    () => {},
  );
  const title = `${label} ${transaction.type} of ${formatAmount(transaction.amount)}`;
  if (current)
    return (
      <Dialog title={title} onClose={onClose}>
        <Outdated transaction={current} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        {partyOf(transaction)} · {transaction.bank}
      </p>
      <p class="hint">{about}</p>
      <form
        onSubmit={submission.submit}
        onInput={({ target }) => {
          // Only the amount that was asked about may be confirmed.
          if (target instanceof HTMLInputElement && target.name === 'finalAmount') setUnusual(undefined);
        }}
      >
        <TransitionFields action={action} transaction={transaction} problem={submission.problem} />
        {unusual && <UnusualAmount {...unusual} transaction={transaction} />}
        <FormActions
          submission={submission}
          label={unusual ? `${label} with ${formatAmount(unusual.finalAmount)}` : label}
          tone={unusual ? 'danger' : tone}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

interface TransitionFieldsProps {
  readonly action: Action;
  readonly transaction: Transaction;
  readonly problem: Problem | undefined;
}

function TransitionFields({ action, transaction, problem }: TransitionFieldsProps) {
  const { currency } = useSignedIn().session;
  const { takesAmount, reason } = ACTIONS[action];
  return (
    <>
      {takesAmount && (
        <TextField
          label={`Final amount${currency ? ` (${currency})` : ''}`}
          name="finalAmount"
          inputMode="decimal"
          defaultValue={plainAmount(transaction.finalAmount ?? transaction.amount)}
          problem={problem}
        />
      )}
      {reason !== 'none' && (
        <TextField
          label={reason === 'required' ? 'Reason' : 'Reason (optional)'}
          name="reason"
          problem={problem}
          hint={reason === 'required' ? 'Kept in the history and sent to the client.' : 'Sent to the client.'}
        />
      )}
    </>
  );
}

function readValues(values: Values, takesAmount: boolean) {
  const reason = values.get('reason')?.trim();
  const text = values.get('finalAmount') ?? '';
  const finalAmount = takesAmount ? readAmount(text) : undefined;
  if (takesAmount && finalAmount === undefined)
    throw new FormError({ finalAmount: 'Enter digits with at most two decimals, such as 1250.50.' });
  return { finalAmount, reason };
}
