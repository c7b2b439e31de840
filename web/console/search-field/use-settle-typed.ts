import { formatCount } from '../format.ts';
import { QueueDocument } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useRight, useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { useQuickSettle } from '../transactions/use-quick-settle.ts';
import { QUEUE_FILTERS, readFilter } from './filter.ts';

export interface Outcomes {
  /** Called with the current version when somebody else has changed it. */
  readonly onChanged: (transaction: Transaction) => void;
  readonly onDecided: (transaction: Transaction) => void;
}

/**
 * Settles with the amount as asked what the field finds, if exactly one waits. It asks the service itself, so that the
 * next line can be typed at once. @returns undefined for those who may not settle.
 */
export function useSettleTyped(outcomes: Outcomes): ((params: URLSearchParams) => void) | undefined {
  const { session, notify } = useSignedIn();
  const { settle } = useQuickSettle(outcomes);
  const settleTyped = async (params: URLSearchParams) => {
    const filter = { ...readFilter(params, QUEUE_FILTERS), status: 'pending' as const };
    const typed = params.get('query') ?? '';
    try {
      const { nodes, pageInfo } = (await session.request(QueueDocument, { filter })).transactions;
      const [found] = nodes;
      if (found && nodes.length === 1 && !pageInfo.hasPreviousPage) settle(found);
      else notify(texts().searchField.notOne(typed, formatCount(nodes.length)));
    } catch (error) {
      notify(`${typed}: ${problemOf(error).message}`);
    }
  };
  return useRight('changeTransactions') ? (params) => void settleTyped(params) : undefined;
}
