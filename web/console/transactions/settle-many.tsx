import { useState } from 'preact/hooks';
import type { WithoutErrors } from '../../../src/client/graphql-client.ts';
import { formatAmount, formatCount } from '../format.ts';
import { SettleManyDocument, type SettleManyMutation } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { texts } from '../texts/texts.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormActions } from '../ui/form.tsx';
import { useIsShown } from '../ui/use-is-shown.ts';
import { useSubmit } from '../ui/use-submit.ts';
import { HOLD_SECONDS, type Outcomes, readTransaction } from './actions.ts';
import { partyOf } from './labels.ts';
import { sumsOf } from './sums.ts';
import { useUndo } from './undo.tsx';

/** The service takes at most 200 transactions in one request. */
const BATCH_SIZE = 100;

type Result = WithoutErrors<SettleManyMutation>['results'][number];

interface SettleManyProps extends Outcomes {
  /** The versions that the operator sees. */
  readonly items: readonly Transaction[];
  readonly onClose: () => void;
}

/**
 * Asks whether to settle several transactions with the requested amounts, and names those that were changed meanwhile.
 */
export function SettleManyDialog(props: SettleManyProps) {
  const { onClose } = props;
  const { asked, refused, submission } = useSettleMany(props);
  const t = texts().transactions.many;
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
      <Form submission={submission}>
        <FormActions label={t.confirm(count)} focused="submit" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}

function useSettleMany({ items, onChanged, onDecided, onClose }: SettleManyProps) {
  const { session, notify } = useSignedIn();
  const undo = useUndo();
  const isShown = useIsShown();
  // The rows may leave the list while the dialog is open.
  const [asked] = useState(items);
  const [results] = useState<Result[]>([]);
  const [refused, setRefused] = useState<readonly Result[]>([]);
  const t = texts().transactions.many;
  const report = (answered: readonly Result[]) => {
    const decided = answered.flatMap(({ transaction }) => transaction ?? []);
    decided.forEach(onDecided);
    const message = t.done(formatCount(decided.length), sumsOf(decided).join(' · '));
    return decided.length > 0 ? { decided, message, onUndone: onChanged } : undefined;
  };
  const submission = useSubmit(async () => {
    const before = results.length;
    const failure = await undo.track(settleAll(session, asked, results), (failed) => {
      // The decisions are reported last, with their undo.
      if (failed && !isShown()) notify(problemOf(failed.error).message);
      return report(results.slice(before));
    });
    if (failure && isShown()) throw failure.error;
    if (failure) return;
    const failed = results.filter(({ transaction }) => !transaction);
    setRefused(failed);
    // The user may have closed it with Escape and opened another dialog.
    if (!isShown() && failed.length > 0) notify(t.partly(formatCount(failed.length)));
    else if (isShown() && failed.length === 0) onClose();
    for (const { transactionId } of failed)
      await readTransaction(session, transactionId).then(onChanged, () => {});
  });
  return { asked, refused, submission };
}

/**
 * Settles the deposits that have no result yet, and adds their results. If it fails halfway, the next try continues
 * there.
 * @returns the failure, if any
 */
async function settleAll({ request }: Session, items: readonly Transaction[], results: Result[]) {
  try {
    while (results.length < items.length) {
      const batch = items.slice(results.length, results.length + BATCH_SIZE);
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
    return undefined;
  } catch (error) {
    return { error };
  }
}

interface RefusedProps {
  readonly asked: readonly Transaction[];
  readonly refused: readonly Result[];
  readonly onClose: () => void;
}

/** Names the transactions that were not settled, and why. */
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
