import { useState } from 'preact/hooks';
import { formatAmount, formatCount } from '../format.ts';
import { SettleManyDocument, type SettleManyMutation } from '../gql/graphql.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { FormActions } from '../ui/form.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { HOLD_SECONDS, readTransaction } from './actions.ts';
import { partyOf } from './labels.ts';
import { sumsOf } from './sums.ts';
import { useRemember } from './undo.tsx';

/** The service takes at most 200 transactions in one request. */
const BATCH_SIZE = 100;

type Result = SettleManyMutation['results'][number];

interface SettleManyProps {
  /** The versions that the operator sees. */
  readonly items: readonly Transaction[];
  readonly onChanged: (transaction: Transaction) => void;
  readonly onDecided: (transaction: Transaction) => void;
  readonly onClose: () => void;
}

/** Asks whether to settle several transactions as asked, and names those that were changed meanwhile. */
export function SettleManyDialog({ items, onChanged, onDecided, onClose }: SettleManyProps) {
  const { session } = useSignedIn();
  const remember = useRemember();
  // The rows may leave the list behind the dialog.
  const [asked] = useState(items);
  const [refused, setRefused] = useState<readonly Result[]>([]);
  const t = texts().transactions.many;
  const submission = useSubmit(async () => {
    const results = await settleAll(session, asked);
    const decided = results.flatMap(({ transaction }) => transaction ?? []);
    const failed = results.filter(({ transaction }) => !transaction);
    if (failed.length === 0) onClose();
    else setRefused(failed);
    decided.forEach(onDecided);
    const message = t.done(formatCount(decided.length), sumsOf(decided).join(' · '));
    if (decided.length > 0) remember({ decided, message, onUndone: onChanged });
    for (const { transactionId } of failed)
      await readTransaction(session, transactionId).then(onChanged, () => {});
  });
  const count = formatCount(asked.length);
  if (refused.length > 0) return <Refused asked={asked} refused={refused} onClose={onClose} />;
  return (
    <Dialog title={t.title(count)} onClose={onClose}>
      <p>
        <strong>{sumsOf(asked).join(' · ')}</strong>
      </p>
      <ul class="many">
        {asked.map((item) => (
          <li key={item.transactionId}>
            <bdi>{partyOf(item)}</bdi> <span class="number">{formatAmount(item.amount)}</span>
          </li>
        ))}
      </ul>
      <p class="hint">{t.about}</p>
      <form onSubmit={submission.submit}>
        <FormActions submission={submission} label={t.confirm(count)} focused="submit" onCancel={onClose} />
      </form>
    </Dialog>
  );
}

async function settleAll({ request }: Session, items: readonly Transaction[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    const batch = items.slice(start, start + BATCH_SIZE);
    const answer = await request(SettleManyDocument, {
      items: batch.map(({ transactionId, sequence, amount }) => ({
        transactionId,
        sequence,
        finalAmount: amount,
      })),
      holdSeconds: HOLD_SECONDS,
    });
    results.push(...answer.results);
  }
  return results;
}

interface RefusedProps {
  readonly asked: readonly Transaction[];
  readonly refused: readonly Result[];
  readonly onClose: () => void;
}

/** Names the transactions that were not settled, with what has happened to them. */
function Refused({ asked, refused, onClose }: RefusedProps) {
  const t = texts().transactions.many;
  return (
    <Dialog title={t.partly(formatCount(refused.length))} onClose={onClose}>
      <p role="alert">{t.partlyHint}</p>
      <ul class="many">
        {refused.map((result) => {
          const item = asked.find(({ transactionId }) => transactionId === result.transactionId);
          return (
            <li key={result.transactionId}>
              <bdi>{item && `${partyOf(item)} ${formatAmount(item.amount)}`}</bdi>
              <span class="hint">{whyOf(result)}</span>
            </li>
          );
        })}
      </ul>
      <div class="actions">
        <button type="button" class="primary" autofocus onClick={onClose}>
          {texts().ui.close}
        </button>
      </div>
    </Dialog>
  );
}

function whyOf({ error }: Result): string {
  const t = texts().transactions;
  const words: Readonly<Record<string, string>> = t.problems;
  const change = error?.lastChange;
  if (change && error.type !== 'error_claimed')
    return t.changedBy(t.changes[change.change], change.name ?? t.actors[change.actor]);
  return words[error?.type ?? ''] ?? error?.message ?? '';
}
