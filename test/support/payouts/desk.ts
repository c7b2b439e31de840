import { ADMIN, type ApiResponse, type Credentials, type Json, MERCHANT, OPERATOR } from '../../harness.ts';
import type { ManualClockService } from '../manual-clock-service.ts';
import type { Desk } from '../reconciliation.ts';
import { expectData } from '../responses.ts';
import { withDatabase } from '../rows-of.ts';

/** What a desk asks of the payouts of a service, by default as the demo operator. */
export interface PayoutCalls {
  post(target: string, body: Json, as?: Credentials): Promise<ApiResponse>;
  /** Creates withdrawals of the demo merchant. @returns their ids, sorted. */
  withdraw(count: number): Promise<string[]>;
  /** Asks for a batch that is paid from the account. */
  preparing(transactionIds: readonly string[], as?: Credentials): Promise<ApiResponse>;
  read(batch: Json, as?: Credentials): Promise<Json>;
  /** Asks for what happens to a batch whose content somebody has seen: approve, export, reject. */
  decide(verb: string, batch: Json, as?: Credentials): Promise<ApiResponse>;
  /** Asks for the rejection of a batch as it is now, or of some of it. */
  takeBack(batch: Json, as?: Credentials, transactionIds?: readonly string[]): Promise<ApiResponse>;
  /** Makes a batch and its file. @returns the batch. */
  exported(transactionIds: readonly string[]): Promise<Json>;
  setPolicy(policy: Json): Promise<Json>;
  /** The rows of a transaction in batches that may still pay it. */
  liveRows(transactionId: string): Promise<readonly unknown[]>;
}

/** The calls to a service, and from an account, that are there when the tests run. */
export function payoutCalls(service: () => ManualClockService, accountId: () => string): PayoutCalls {
  const post: PayoutCalls['post'] = (target, body, as = OPERATOR) =>
    service().ask(target, { as, json: body });
  const preparing: PayoutCalls['preparing'] = (transactionIds, as) =>
    post('/v1/payouts', { transactionIds, accountId: accountId() }, as);
  const read: PayoutCalls['read'] = async ({ payoutId }, as = OPERATOR) =>
    expectData(await service().ask(`/v1/payouts/${payoutId}`, { as }));
  const decide: PayoutCalls['decide'] = (verb, { payoutId, contentHash }, as) =>
    post(`/v1/payouts/${payoutId}/${verb}`, { contentHash }, as);
  const takeBack: PayoutCalls['takeBack'] = async (
    { payoutId },
    as = OPERATOR,
    transactionIds = undefined,
  ) => {
    const { contentHash, progressHash } = await read({ payoutId });
    const rejection = { contentHash, progressHash, reason: 'not sent', transactionIds };
    return post(`/v1/payouts/${payoutId}/reject`, rejection, as);
  };
  return {
    post,
    preparing,
    read,
    decide,
    takeBack,
    async withdraw(count) {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1)
        ids.push((await service().withdraw(MERCHANT)).transactionId);
      return ids.sort();
    },
    async exported(transactionIds) {
      const batch = expectData(await preparing(transactionIds));
      for (const step of ['approve', 'export']) expectData(await decide(step, batch, ADMIN));
      return read(batch);
    },
    setPolicy: async (policy) => expectData(await post('/v1/payout-policy', policy, ADMIN)),
    liveRows: (transactionId) =>
      withDatabase(service().databasePath, (db) =>
        db
          .selectFrom('payout_rows')
          .select('batch_id')
          .where('transaction_id', '=', transactionId)
          .where('state', '=', 'in')
          .execute(),
      ),
  };
}

/** The id of the account that gets the lines of a desk. */
export async function accountIdOf({ service, iban }: Desk): Promise<string> {
  const accounts = await service.dependencies.db.read('listEveryAccount');
  return accounts.find((account) => account.iban.replaceAll(' ', '') === iban)?.id ?? '';
}

/** The id of the file of a batch, as its bank names it. */
export const fileIdOf = ({ number }: Json) => `P${String(number).padStart(9, '0')}`;

/** The id of the only group of payments of a batch. */
export const groupOf = (batch: Json) => `${fileIdOf(batch)}-G0001`;
