import { PayoutsOfDocument } from '../gql/graphql.ts';
import type { TransactionType } from '../service/types.ts';
import type { Session } from '../session/session.ts';
import type { Payouts } from './detail-types.ts';

interface Read {
  readonly transactionId: string;
  readonly type: TransactionType;
}

/** Reads the batches that a withdrawal was put into, the newest first. Without an answer the rest is shown without them. */
export async function readPayouts(session: Session, { transactionId, type }: Read): Promise<Payouts> {
  if (type !== 'withdrawal' || session.isTest) return [];
  return session.request(PayoutsOfDocument, { transactionId }).then(
    ({ payoutsOf }) => payoutsOf,
    () => [],
  );
}

const PAID_BY_BATCH: ReadonlySet<string> = new Set(['waiting', 'exported', 'accepted', 'held']);

/** The batch that is going to pay a withdrawal, so that nobody may pay it by hand. */
export function batchPaying(payouts: Payouts): Payouts[number] | undefined {
  return payouts.find(({ rowState }) => PAID_BY_BATCH.has(rowState));
}
