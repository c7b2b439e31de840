import { useState } from 'preact/hooks';
import { hasWord } from '../fold.ts';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { partyOf } from '../transactions/labels.ts';
import { TextField } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { FindTransactionsDocument } from './gql/graphql.ts';
import { type Candidate, fitsWell, type Line } from './line-types.ts';

/** The most results that fit into the pane and that digits can choose. */
const MAX_FOUND = 5;

interface FindProps {
  readonly line: Line;
  readonly onFound: (found: readonly Candidate[]) => void;
}

/**
 * Searches for a transaction that the rules did not propose: first those that wait for exactly the amount of the line.
 */
export function FindTransaction({ line, onFound }: FindProps) {
  const { session } = useSignedIn();
  const { desk: t } = reconciliationTexts();
  const [count, setCount] = useState<number>();
  const submission = useSubmit(async (values, form) => {
    const query = values.get('query')?.trim() ?? '';
    if (query === '') return;
    const { direction, amount } = line;
    const type = direction === 'credit' ? 'deposit' : 'withdrawal';
    const found = await session.request(FindTransactionsDocument, { query, type, amount });
    const fitting = likeliest(
      found.fitting.nodes.filter((one) => fitsWell(line, one)),
      query,
    );
    const others = found.transactions.nodes.filter((one) => !fitsWell(line, one));
    const nodes = [...fitting, ...others];
    setCount(nodes.length);
    onFound(nodes);
    // The next key is for the results.
    if (nodes.length > 0) form.querySelector('input')?.blur();
  });
  const { problem } = submission;
  return (
    <form class="find-transaction" onSubmit={submission.submit}>
      <TextField label={t.find} name="query" hint={t.findHint} />
      <button type="submit">{texts().ui.search}</button>
      <p class="hint" role="status">
        {problem && <Message problem={problem} />}
        {!problem && count !== undefined && (count === 0 ? t.nothingFound : t.found(count))}
      </p>
    </form>
  );
}

/** If names begin with all typed words, leaves out results that contain the words elsewhere. */
function likeliest(found: readonly Candidate[], query: string): readonly Candidate[] {
  const named = found.filter((one) => query.split(/\s+/).every((word) => hasWord(partyOf(one), word)));
  return (named.length > 0 ? named : found).slice(0, MAX_FOUND);
}
