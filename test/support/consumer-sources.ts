import { DEMO_BANK_ID } from '../harness.ts';

/** A program that uses the installed package. It prints its results as one line of JSON. */
export const PROGRAM = `
import { once } from 'node:events';
import { createClient, failureOf, type Client, type RouterInputs, type RouterOutputs } from 'bank-transfers-client';

const [url = '', appKey = '', secret = ''] = process.argv.slice(2);
const client: Client = createClient({ url, appKey, secret });

const received: RouterOutputs['transactions']['get']['data']['transactionId'][] = [];
const events = new EventTarget();
const subscription = client.transactions.onChange.subscribe(
  { type: 'deposit' },
  {
    onStarted: () => events.dispatchEvent(new Event('started')),
    onData(transaction) {
      if (transaction.type === 'deposit') received.push(transaction.transactionId);
      events.dispatchEvent(new Event('received'));
    },
  },
);
await once(events, 'started', { signal: AbortSignal.timeout(20_000) });

const input: RouterInputs['deposits']['create'] = {
  bankId: '${DEMO_BANK_ID}',
  processId: 'consumer-1',
  amount: 100.5,
  userId: 'consumer-1',
  userName: 'ada',
  name: 'Ada Lovelace',
};
const hearing = once(events, 'received', { signal: AbortSignal.timeout(20_000) });
const created = await client.deposits.create.mutate(input);
const replayed = await client.deposits.create.mutate(input);
await hearing;
subscription.unsubscribe();

let conflict: { code: string; status: number; message: string } | undefined;
try {
  await client.deposits.create.mutate({ ...input, amount: 101 });
} catch (error) {
  const failure = failureOf(error);
  if (failure?.code === 'error_process_id_conflict') {
    const { code, status, error: { message } } = failure;
    conflict = { code, status, message };
  }
}
const listed = await client.transactions.list.query({ limit: 10, type: 'deposit' });
console.log(JSON.stringify({
  created: created.data.transactionId,
  amount: created.data.amount,
  replayed: replayed.data.transactionId,
  conflict,
  listed: listed.data.items.map((item) => item.transactionId),
  received,
}));
`;

/** Mistakes that only the types can detect. Each is marked at the end of its line. */
export const MISTAKES = `
import { createClient, failureOf, type RouterInputs, verifyCallback } from 'bank-transfers-client';
const client = createClient({ url: '', appKey: '', secret: '' });
client.deposits.create.query({}); // mistake
client.deposits.create.mutate({ processId: 'x' }); // mistake
client.banks.list.query({ type: 'loan' }); // mistake
const input: RouterInputs['withdrawals']['create']['amount'] = '500'; // mistake
const item: string = (await client.transactions.list.query({})).data.items[0]; // mistake
if (failureOf(undefined)?.code === 'error_of_mine') throw new Error(); // mistake
const callback = await verifyCallback(new Headers(), '', '');
callback.iban; // mistake
createClient({ url: '', appKey: '' }); // mistake
import { appRouter } from 'bank-transfers-client'; // mistake
`;

/** The lines that must not compile, as `mistakes.ts(line)`. */
export const MISTAKEN = MISTAKES.split('\n').flatMap((line, index) =>
  line.endsWith('// mistake') ? [`mistakes.ts(${index + 1})`] : [],
);
