import type { Transaction } from '../../domain/transaction.ts';
import { idText, parameters, transactionStatus, transactionType } from '../fields.ts';
import { type Context, define } from '../operation.ts';
import type { ReadScope } from '../read-scope.ts';
import { type AccessCheck, snapshotAccess } from './access.ts';
import type { Audience } from './change-transport.ts';
import { viewDetail } from './details.ts';
import { findScope } from './scope.ts';
import { type TransactionDetail, transactionDetail } from './views.ts';
import { isDesk } from './visible.ts';

/**
 * Streams each transaction when it is created or changes, and to the desk also when it is claimed or noted. A merchant
 * receives its own only, and what is held back when it is released. If the credentials of the key change (see
 * snapshotAccess), the stream ends instead of yielding the next transaction.
 */
export const subscribeToTransactions = define({
  name: 'subscribeToTransactions',
  kind: 'subscription',
  input: parameters({
    transactionId: idText.optional(),
    status: transactionStatus.optional(),
    type: transactionType.optional(),
    appKey: idText.optional(),
  }),
  output: transactionDetail,
  async run(context, { appKey, ...selection }, signal) {
    const scope = await findScope(context, appKey);
    const { principal, dependencies } = context;
    const hasAccess = snapshotAccess(principal.client, dependencies);
    const notFor = isDesk(principal) ? 'others' : 'desk';
    const filter = createFilter({ ...scope, notFor, ...selection });
    const transactions = dependencies.bus.subscribe(principal.client.appKey, signal, filter);
    await dependencies.bus.joined();
    return streamDetails(context, transactions, { hasAccess, signal });
  },
});

interface Selection extends ReadScope {
  /** The audience to which the subscriber does not belong. */
  readonly notFor: Audience;
  readonly transactionId?: string | undefined;
  readonly status?: Transaction['status'] | undefined;
  readonly type?: Transaction['type'] | undefined;
}

function createFilter({ isTest, clientId, notFor, transactionId, status, type }: Selection) {
  return (transaction: Transaction, audience: Audience): boolean =>
    audience !== notFor &&
    transaction.isTest === (isTest ?? false) &&
    (clientId === undefined || transaction.clientId === clientId) &&
    (transactionId === undefined || transaction.id === transactionId) &&
    (status === undefined || transaction.status === status) &&
    (type === undefined || transaction.type === type);
}

async function* streamDetails(
  context: Context,
  transactions: AsyncIterable<Transaction>,
  { hasAccess, signal }: { readonly hasAccess: AccessCheck; readonly signal: AbortSignal },
): AsyncGenerator<TransactionDetail> {
  const { principal, dependencies, pointsPerEvent = 1 } = context;
  for await (const transaction of transactions) {
    // The streams of a key have points of their own. One that asks for more than these falls behind and ends.
    await dependencies.rate.wait(`stream ${principal.client.id}`, pointsPerEvent, signal);
    if (signal.aborted) return;
    if (!hasAccess(await dependencies.clients.findById(principal.client.id))) return;
    yield await viewDetail(context, transaction);
  }
}
