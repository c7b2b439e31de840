import { liveSecrets } from '../access/domain/signing.ts';
import type { Client } from '../admin/client-directory.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { fields, idText, transactionStatus, transactionType } from '../operations/fields.ts';
import { appKey } from '../operations/ids.ts';
import { type Context, operation } from '../operations/operation.ts';
import { EVERYONE } from '../operations/permissions.ts';
import type { ReadScope } from '../operations/read-scope.ts';
import type { Audience } from './change.ts';
import { viewDetail } from './details.ts';
import type { Transaction } from './domain/transaction.ts';
import { findScope, isDesk } from './scope.ts';
import { type TransactionDetail, transactionDetail } from './views.ts';

/** If the credentials of the key change (see snapshotAccess), the stream ends instead of yielding the next transaction. */
export const subscribeToTransactions = operation({
  name: 'subscribeToTransactions',
  kind: 'subscription',
  roles: EVERYONE,
  modes: 'both',
  summary: 'Stream each transaction when it is created and after each change',
  description:
    'The desk also gets each planned decision, claim and note, which leave the sequence unchanged. A merchant receives only its transactions. Changes in quick succession can come as one, with the last state. When changes may be lost, the stream ends: subscribe again, then list.',
  input: fields({
    transactionId: idText.optional().describe('Only this transaction.'),
    status: transactionStatus.optional().describe('Only transactions with this status.'),
    type: transactionType.optional().describe('Whether it is a deposit or a withdrawal.'),
    appKey: appKey.optional(),
  }),
  output: transactionDetail,
  async run(context, { appKey, ...selection }, signal) {
    const scope = await findScope(context, appKey);
    const { principal, dependencies } = context;
    const hasAccess = snapshotAccess(principal.client, dependencies);
    const matches = createFilter({ ...scope, ...selection, seesDesk: isDesk(principal) });
    const { transactionId } = selection;
    const transactions = dependencies.bus.subscribe(principal.client.appKey, signal, {
      transactionId,
      matches,
    });
    return streamDetails(context, transactions, { hasAccess, signal });
  },
});

interface SubscriptionFilter extends ReadScope {
  /** Whether the subscriber also gets changes that only the desk sees. */
  readonly seesDesk: boolean;
  readonly status?: Transaction['status'] | undefined;
  readonly type?: Transaction['type'] | undefined;
}

function createFilter({ isTest, clientId, seesDesk, status, type }: SubscriptionFilter) {
  return (transaction: Transaction, audience: Audience): boolean =>
    (seesDesk || audience === 'all') &&
    transaction.isTest === (isTest ?? false) &&
    (clientId === undefined || transaction.clientId === clientId) &&
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
    // The streams of a key have a separate rate limit. A stream that needs more falls behind and ends.
    await dependencies.rate.wait(`stream ${principal.client.id}`, pointsPerEvent, signal);
    if (signal.aborted) return;
    if (!hasAccess(await dependencies.clients.findById(principal.client.id))) return;
    yield await viewDetail(context, transaction);
  }
}

/**
 * Checks whether a client still has the credentials of a snapshot; `current` is undefined if the client no longer
 * exists.
 */
type AccessCheck = (current: Client | undefined) => boolean;

/**
 * Snapshots the credentials a stream was opened with. If the key is disabled, its secret rotated, or its
 * allowlist changed, the stream must be reopened.
 */
function snapshotAccess(client: Client, { runtime }: Dependencies): AccessCheck {
  const secrets = liveSecrets(client.secrets, runtime.nowMs());
  const allowlist = client.ipAllowlist.join();
  return (current) => {
    if (!current || current.disabledAtMs !== null || current.ipAllowlist.join() !== allowlist) return false;
    const live = liveSecrets(current.secrets, runtime.nowMs());
    return secrets.every((secret) => live.some((other) => other.equals(secret)));
  };
}
