import type { Client } from '../client/index.ts';

/** The steps of a new transaction, for each event. */
const EVENTS = {
  'deposit.successful': ['settle'],
  'deposit.unsuccessful': ['reject'],
  'deposit.cancelled': ['cancel'],
  'deposit.expired': ['expire'],
  'deposit.reversed': ['settle', 'reverse'],
  'withdrawal.successful': ['settle'],
  'withdrawal.unsuccessful': ['reject'],
  'withdrawal.cancelled': ['cancel'],
  'withdrawal.reversed': ['settle', 'reverse'],
} as const satisfies Record<string, readonly ('settle' | 'reject' | 'cancel' | 'expire' | 'reverse')[]>;

export type EventName = keyof typeof EVENTS;
export const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];

const PAYEE_IBAN = 'TR330006100519786457841326';

/**
 * Makes a test transaction with the key of a client, and brings it to an event.
 * @returns the transaction, and whether its callback was sent or waits: not when the key has no callbackUrl.
 */
export async function produceEvent(service: Client, event: EventName) {
  const created = await create(service, event.startsWith('deposit') ? 'deposit' : 'withdrawal');
  const { transactionId } = created.data;
  for (const step of EVENTS[event]) {
    if (step === 'cancel') await service.transactions.cancel.mutate({ transactionId });
    else await service.test[step].mutate({ transactionId });
  }
  const [transaction, events] = await Promise.all([
    service.transactions.get.query({ transactionId }),
    service.events.list.query({ transactionId }),
  ]);
  return {
    transaction: transaction.data,
    hasCallback: events.data.items.some(({ callback }) => callback !== null),
  };
}

/** What `trigger` prints of it. */
export function describeOutcome(
  event: EventName,
  { transaction, hasCallback }: Awaited<ReturnType<typeof produceEvent>>,
  appKey: string,
): string {
  const head = `${event}: transaction ${transaction.transactionId} is ${transaction.status}.`;
  if (hasCallback) return `${head}\n`;
  return `${head}\nThe service sent nothing: ${appKey} has no callbackUrl. To see what it would get: listen, in another terminal.\n`;
}

async function create(service: Client, type: 'deposit' | 'withdrawal') {
  const [bank] = (await service.banks.list.query({ type })).data;
  if (!bank) throw new Error(`no bank takes a ${type} now`);
  const id = crypto.randomUUID();
  const fields = {
    bankId: bank._id,
    processId: `trigger-${id}`,
    userId: `trigger-${id}`,
    userName: 'trigger',
    name: 'Test Payer',
    amount: bank[type]?.minAmount ?? 1,
  };
  if (type === 'deposit') return service.deposits.create.mutate(fields);
  const payee = { accountName: 'Test Payee', iban: PAYEE_IBAN };
  return service.withdrawals.create.mutate({ ...fields, ...payee });
}
