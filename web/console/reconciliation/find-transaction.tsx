import { useState } from 'preact/hooks';
import { useSignedIn } from '../session/context.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { texts } from '../texts/texts.ts';
import { TextField } from '../ui/form.tsx';
import { Message } from '../ui/message.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { FindTransactionsDocument } from './gql/graphql.ts';
import type { Candidate } from './line-types.ts';

/** Looks for a transaction that the rules did not propose. */
export function FindTransaction({ onFound }: { readonly onFound: (found: readonly Candidate[]) => void }) {
  const { session } = useSignedIn();
  const { desk: t } = reconciliationTexts();
  const [count, setCount] = useState<number>();
  const submission = useSubmit(async (values, form) => {
    const query = values.get('query')?.trim() ?? '';
    if (query === '') return;
    const { nodes } = (await session.request(FindTransactionsDocument, { query })).transactions;
    setCount(nodes.length);
    onFound(nodes);
    // The next key is for what was found.
    if (nodes.length > 0) form.querySelector('input')?.blur();
  });
  const { problem } = submission;
  return (
    <form class="find-transaction" onSubmit={submission.submit}>
      <TextField label={t.find} name="query" problem={undefined} hint={t.findHint} />
      <button type="submit">{texts().ui.search}</button>
      <p class="hint" role="status">
        {problem && <Message problem={problem} />}
        {!problem && count !== undefined && (count === 0 ? t.nothingFound : t.found(count))}
      </p>
    </form>
  );
}
