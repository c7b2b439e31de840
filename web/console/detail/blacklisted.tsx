import { useState } from 'preact/hooks';
import { ClearBlacklistMarkDocument } from '../gql/graphql.ts';
import { FormError } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { TextField } from '../ui/form.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import type { Values } from '../ui/use-submit.ts';

interface BlacklistedProps {
  readonly transaction: Transaction;
  readonly onChanged: (transaction: Transaction) => void;
}

/** Says that the blacklist stops a transaction, and lets an operator clear it with a reason. */
export function Blacklisted(props: BlacklistedProps) {
  const t = texts().transactions.blacklisted;
  const [isAsking, setAsking] = useState(false);
  return (
    <p class="section-head banner">
      <strong>{t.about}</strong>
      <button type="button" onClick={() => setAsking(true)}>
        {t.clear}
      </button>
      {isAsking && <ClearDialog {...props} onClose={() => setAsking(false)} />}
    </p>
  );
}

function ClearDialog({
  transaction,
  onChanged,
  onClose,
}: BlacklistedProps & { readonly onClose: () => void }) {
  const { session } = useSignedIn();
  const t = texts().transactions;
  const clear = async (values: Values) => {
    const reason = values.get('reason')?.trim();
    if (!reason) throw new FormError({ reason: t.reasonProblem });
    const { transactionId } = transaction;
    const answer = await session.request(ClearBlacklistMarkDocument, { transactionId, reason });
    onClose();
    onChanged(answer.clearBlacklistMark.data);
  };
  return (
    <FormDialog
      title={t.blacklisted.clear}
      about={<p>{t.blacklisted.clearAbout}</p>}
      label={t.blacklisted.clear}
      tone="danger"
      action={clear}
      onClose={onClose}
    >
      <TextField label={t.reason} name="reason" />
    </FormDialog>
  );
}
