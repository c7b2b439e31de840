import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { liveSecrets } from '../../access/domain/signing.ts';
import { unknownClient } from '../../admin/fields.ts';
import { type Client, createClient, failureOf } from '../../client/index.ts';
import { idText, oneOf, text } from '../../operations/fields.ts';
import { customCommand, UsageError } from './command.ts';

/** The steps of the new transaction, for each event. */
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

type EventName = keyof typeof EVENTS;
const EVENT_NAMES = Object.keys(EVENTS) as [EventName, ...EventName[]];

const DEFAULT_KEY = 'demo-test';
const PAYEE_IBAN = 'TR330006100519786457841326';

/** Makes a test transaction in the running service and brings it to an event, whose callback `listen` prints. */
export const triggerCommand = customCommand({
  name: 'trigger',
  summary:
    'Makes a test transaction in the running service and brings it to an event, so that its callback is sent.',
  input: z.object({
    event: oneOf(EVENT_NAMES),
    appKey: idText.default(DEFAULT_KEY),
    url: text(2000).optional(),
  }),
  parameters: [
    { syntax: '<event>', help: `One of ${EVENT_NAMES.join(', ')}.` },
    {
      syntax: '--client <appKey>',
      field: 'appKey',
      help: `A test key of a merchant (default: ${DEFAULT_KEY}).`,
    },
    {
      syntax: '--url <url>',
      help: 'The running service (default: its PUBLIC_URL, or its PORT on this machine).',
    },
  ],
  example: 'trigger deposit.successful --client demo-test',
  async run({ dependencies }, { event, appKey, url = dependencies.publicUrl }) {
    const key = await dependencies.clients.findByAppKey(appKey);
    if (!key) throw unknownClient();
    if (!key.isTest || key.role !== 'merchant')
      throw new UsageError(
        "--client must be a test key of a merchant. Make one with: clients create --name 'Tests' --role merchant --test",
      );
    const [secret] = liveSecrets(key.secrets, Date.now());
    if (!secret) throw new UsageError('--client has no secret that is valid now. Rotate it first.');
    const client = createClient({ url, appKey, secret: secret.export().toString('utf8') });
    try {
      const transaction = await bringTo(client, event);
      const { transactionId, status } = transaction;
      return { text: `${event}: transaction ${transactionId} is ${status}.\n`, data: transaction };
    } catch (error) {
      throw new UsageError(`The service at ${url} refused: ${explain(error)}`);
    }
  },
});

function explain(error: unknown): string {
  return failureOf(error)?.error.message ?? (error instanceof Error ? error.message : String(error));
}

async function bringTo(client: Client, event: EventName) {
  const created = await create(client, event.startsWith('deposit') ? 'deposit' : 'withdrawal');
  const { transactionId } = created.data;
  for (const step of EVENTS[event]) {
    if (step === 'cancel') await client.transactions.cancel.mutate({ transactionId });
    else await client.test[step].mutate({ transactionId });
  }
  return (await client.transactions.get.query({ transactionId })).data;
}

async function create(client: Client, type: 'deposit' | 'withdrawal') {
  const [bank] = (await client.banks.list.query({ type })).data;
  if (!bank) throw new Error(`no bank takes a ${type} now`);
  const id = randomUUID();
  const fields = {
    bankId: bank._id,
    processId: `trigger-${id}`,
    userId: `trigger-${id}`,
    userName: 'trigger',
    name: 'Test Payer',
    amount: bank[type]?.minAmount ?? 1,
  };
  if (type === 'deposit') return client.deposits.create.mutate(fields);
  const payee = { accountName: 'Test Payee', iban: PAYEE_IBAN };
  return client.withdrawals.create.mutate({ ...fields, ...payee });
}
