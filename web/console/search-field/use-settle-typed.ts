import { useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { QueueDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import { isWaiting } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import type { Outcomes } from '../transactions/actions.ts';
import { useQuickSettle } from '../transactions/use-quick-settle.ts';
import { readFilter, SEARCH_FILTERS } from './filter.ts';

/**
 * Settles the only waiting transaction that the field finds, with its requested amount. It asks the service itself, so
 * that the next line can be typed immediately.
 */
export function useSettleTyped(outcomes: Outcomes) {
  const { session, report: reportFailure } = useSignedIn();
  const { settle } = useQuickSettle(outcomes);
  const canChange = useRight('changeTransactions');
  const [unsettled, report] = useState<string>();
  const asked = useRef(new Set<string>());
  const settleTyped = async (params: URLSearchParams) => {
    const typed = params.get('query') ?? '';
    // A key that is pressed twice is one decision.
    const asks = `${params}`;
    if (asked.current.has(asks)) return;
    asked.current.add(asks);
    try {
      // Transactions that the list leaves out are not settled. The queue has no other filters in its URL.
      const { status = 'pending', ...filter } = readFilter(params, SEARCH_FILTERS);
      const { nodes, pageInfo } = (await session.request(QueueDocument, { filter: { ...filter, status } }))
        .transactions;
      reportFailure(asks);
      const waiting = nodes.filter(isWaiting);
      const isMore = status === 'pending' && pageInfo.hasPreviousPage;
      const [found] = waiting;
      if (found && waiting.length === 1 && !isMore) {
        report(undefined);
        settle(found);
      } else {
        const { notOne, decidedAlready } = texts().searchField;
        const count = `${formatCount(waiting.length)}${isMore ? '+' : ''}`;
        const decided = nodes.length - waiting.length;
        const decidedCount = `${formatCount(decided)}${pageInfo.hasPreviousPage ? '+' : ''}`;
        report(notOne(typed, (decided > 0 ? decidedAlready(decidedCount) : '') + count));
      }
    } catch (error) {
      reportFailure(asks, `${typed}: ${problemOf(error).message}`);
    } finally {
      asked.current.delete(asks);
    }
  };
  return {
    /** Settles the only result of the filter that these parameters name; undefined for users who cannot settle. */
    settle: canChange ? (params: URLSearchParams) => void settleTyped(params) : undefined,
    /** Why the last line settled nothing; undefined if it did, or if the message was dismissed. */
    unsettled,
    dismiss: () => report(undefined),
  };
}
