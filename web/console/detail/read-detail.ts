import { DetailDocument, HistoryDocument, LinesOfDocument, PayoutsOfDocument } from '../gql/graphql.ts';
import type { Session } from '../session/session.ts';
import type { Detail } from './detail-types.ts';

/** What the pane shows of a transaction. */
export interface ReadDetail extends Detail {
  /** The code of its lower parts; undefined if it cannot be loaded, for instance after an update of the service. */
  readonly parts: Awaited<ReturnType<typeof loadParts>> | undefined;
  /** The code of its batches; also undefined if no batch had the transaction. */
  readonly PayoutHistory: Awaited<ReturnType<typeof loadPayoutHistory>> | undefined;
}

/** Reads a transaction and loads the code that shows it, so that the pane is drawn once and nothing in it moves. */
export async function readDetail(session: Session, id: string): Promise<ReadDetail> {
  const [{ transaction }, history, parts] = await Promise.all([
    session.request(DetailDocument, { id }),
    session.request(HistoryDocument, { id }),
    loadParts().catch(() => undefined),
  ]);
  const [payouts, lines] = await Promise.all([
    readPayouts(session, transaction),
    readLines(session, transaction),
  ]);
  const PayoutHistory = payouts.length > 0 ? await loadPayoutHistory().catch(() => undefined) : undefined;
  return {
    transaction,
    events: history.events.items,
    attempts: history.callbackAttempts,
    payouts,
    lines,
    parts,
    PayoutHistory,
  };
}

const loadParts = () => import('./later-parts.ts');

async function loadPayoutHistory() {
  return (await import('../payouts/history.tsx')).PayoutHistory;
}

type Read = Detail['transaction'];

/** If this fails, the rest is shown without them, here and below. */
async function readPayouts(session: Session, { transactionId, type }: Read): Promise<Detail['payouts']> {
  if (type !== 'withdrawal' || session.isTest) return [];
  return session.request(PayoutsOfDocument, { transactionId }).then(
    ({ payoutsOf }) => payoutsOf,
    () => [],
  );
}

async function readLines(session: Session, { transactionId, status }: Read): Promise<Detail['lines']> {
  if (status === 'pending' || session.isTest) return [];
  return session.request(LinesOfDocument, { transactionId }).then(
    ({ linesOfTransaction }) => linesOfTransaction,
    () => [],
  );
}
