import Sqlite from 'better-sqlite3';
import { prepareInsert } from './insert.ts';
import { databasePath, runCli, startService } from './servers.ts';
import { PREFILLED_AT_SECONDS, pendingId, prefilledId } from './workloads.ts';

export const DEMO_MERCHANT = 'demo-merchant';

/** Whose transactions and callbacks are stored. */
export interface PrefilledClient {
  readonly appKey: string;
  readonly callbackUrl: string;
  /** Pending withdrawals, under the ids that the workload of settlements names. */
  readonly pending?: number;
  /** Settled withdrawals whose callbacks are due. */
  readonly undelivered?: number;
}

const PERSON = { user_name: 'sukru.caglayan', name: 'Şükrü Çağlayan', converted_name: 'sukru-caglayan' };
const ACCOUNT = { account_name: 'Şükrü Çağlayan', iban: 'TR330006100519786457841326' };

/** What ids of transactions that are not pending begin with, and their process ids. */
export const PREFILLED = 'prefilled-';

/** Makes the database of a folder, with what these clients have in it. Its schema is the service's own. */
export async function prefillLifeCycle(folder: string, clients: readonly PrefilledClient[]): Promise<void> {
  const server = await startService(folder);
  await server.stop();
  for (const { appKey, callbackUrl } of clients) {
    if (appKey === DEMO_MERCHANT) runCli(folder, ['clients', 'set-callback', appKey, callbackUrl]);
    else
      runCli(folder, [
        ...['clients', 'create', '--name', appKey, '--role', 'merchant'],
        ...['--app-key', appKey, '--callback-url', callbackUrl],
      ]);
  }
  const database = new Sqlite(databasePath(folder));
  try {
    database.pragma('synchronous = OFF');
    for (const client of clients) database.transaction(() => addRows(database, client))();
    database.pragma('wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function addRows(database: Sqlite.Database, { appKey, pending = 0, undelivered = 0 }: PrefilledClient): void {
  const clientId = String(database.prepare('select id from clients where app_key = ?').pluck().get(appKey));
  const addTransaction = prepareInsert(database, 'transactions', withdrawal(clientId, ''));
  const addEvent = prepareInsert(database, 'events', settled(clientId, '', ''));
  const addCallback = prepareInsert(database, 'callbacks', due(clientId, '', ''));
  for (let index = 0; index < pending; index += 1) addTransaction(withdrawal(clientId, pendingId(index)));
  for (let index = 0; index < undelivered; index += 1) {
    const id = prefilledId('ee', index);
    const eventId = prefilledId('ff', index);
    addTransaction({
      ...withdrawal(clientId, id),
      status: 'successful',
      sequence: 2,
      updated_at_ms: Date.now(),
    });
    addEvent(settled(clientId, id, eventId));
    addCallback(due(clientId, id, eventId));
  }
}

function withdrawal(clientId: string, id: string) {
  const created_at_ms = PREFILLED_AT_SECONDS * 1000;
  return {
    ...PERSON,
    ...ACCOUNT,
    id,
    client_id: clientId,
    process_id: `${PREFILLED}${id}`,
    type: 'withdrawal',
    status: 'pending',
    status_reason: null,
    bank_id: '507f1f77bcf86cd799439011',
    bank_name: 'Demo Anadolu Bank',
    currency: 'TRY',
    amount_minor: 50_000,
    final_amount_minor: null,
    user_id: id,
    bank_account_id: null,
    iban_normalized: ACCOUNT.iban,
    expires_at_ms: null,
    sent_at_ms: null,
    pay_token: null,
    sequence: 1,
    created_at_ms,
    updated_at_ms: created_at_ms,
  };
}

function settled(clientId: string, transactionId: string, id: string) {
  return {
    id,
    transaction_id: transactionId,
    client_id: clientId,
    sequence: 2,
    kind: 'settle',
    from_status: 'pending',
    to_status: 'successful',
    reason: null,
    final_amount_minor: 50_000,
    actor_kind: 'operator',
    actor_client_id: null,
    occurred_at_ms: Date.now(),
  };
}

function due(clientId: string, transactionId: string, eventId: string) {
  return {
    event_id: eventId,
    client_id: clientId,
    transaction_id: transactionId,
    sequence: 2,
    state: 'pending',
    due_at_ms: Date.now(),
    lease: null,
    due_since_ms: Date.now(),
    waits_since_ms: null,
    failed_attempts: 0,
  };
}
