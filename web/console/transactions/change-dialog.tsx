import { useState } from 'preact/hooks';
import { formatAmount, plainAmount, readAmount } from '../format.ts';
import { FormError, type Problem, problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions, TextField } from '../ui/form.tsx';
import { useLiveChanges } from '../ui/use-live.ts';
import { useSubmit, type Values } from '../ui/use-submit.ts';
import { ACTIONS, type Action, perform, readTransaction } from './actions.ts';
import { Outdated } from './outdated.tsx';
import { partyOf } from './words.ts';

interface ChangeDialogProps {
  readonly action: Action;
  /** As whoever decides saw it. */
  readonly transaction: Transaction;
  /** Told how it stands, when that is known to have changed. */
  readonly onChanged: (transaction: Transaction) => void;
  readonly onClose: () => void;
}

/** The problems that say that the transaction is no longer what was seen. */
const OUTDATED: readonly (string | undefined)[] = ['error_stale_sequence', 'error_transition_not_allowed'];

/** Asks for what a change needs, makes it, and says so when somebody else was faster. */
export function ChangeDialog({ action, transaction, onChanged, onClose }: ChangeDialogProps) {
  const { session, notify } = useSignedIn();
  const { label, about, tone, takesAmount, done } = ACTIONS[action];
  const [current, setCurrent] = useState<Transaction>();
  const learn = (standing: Transaction) => {
    setCurrent(standing);
    onChanged(standing);
  };
  const submission = useSubmit(async (values) => {
    try {
      const changed = await perform(session, { action, transaction, ...readValues(values, takesAmount) });
      onChanged(changed);
      notify(`${done}: ${formatAmount(changed.finalAmount ?? changed.amount)} · ${partyOf(changed)}`);
      onClose();
    } catch (error) {
      if (!OUTDATED.includes(problemOf(error).type)) throw error;
      learn(await readTransaction(session, transaction.transactionId));
    }
  });
  useLiveChanges(
    (changed) => {
      const isOther =
        changed.transactionId === transaction.transactionId && changed.sequence > transaction.sequence;
      if (isOther && !submission.isBusy) learn(changed);
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
      <form onSubmit={submission.submit}>
        <ChangeFields action={action} transaction={transaction} problem={submission.problem} />
        <FormActions submission={submission} label={label} tone={tone} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface ChangeFieldsProps {
  readonly action: Action;
  readonly transaction: Transaction;
  readonly problem: Problem | undefined;
}

function ChangeFields({ action, transaction, problem }: ChangeFieldsProps) {
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
          hint={
            reason === 'required' ? 'Kept in its history, and told to the client.' : 'Told to the client.'
          }
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
