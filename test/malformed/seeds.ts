/** A good request of one surface, of which malformed ones are made. */
export interface Seed {
  readonly method: string;
  readonly target: string;
  readonly contentType: string;
  readonly text: string;
}

/** Stands for the payment page of a real deposit. */
export const PAYMENT_PATH = '/pay/token';

export const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const FIELDS = {
  bankId: '507f1f77bcf86cd799439011',
  processId: 'malformed',
  amount: 500,
  userId: 'malformed',
  userName: 'ada',
  name: 'Ada Lovelace',
  accountName: 'Ada Lovelace',
  iban: 'TR330006100519786457841326',
};
const ID = '0123456789abcdef01234567';
const FORM_TEXT = new URLSearchParams(
  Object.entries(FIELDS).map(([name, value]) => [name, `${value}`]),
).toString();
const CREATE =
  'mutation ($input: CreateDepositInput!) { createDeposit(input: $input) { data { transactionId } status } }';
const LIST = '{ transactions(first: 2, filter: { status: pending }) { nodes { transactionId amount } } }';
const WATCH = 'subscription { transactionChanged(filter: { status: pending }) { transactionId amount } }';
const { accountName: _, iban: __, ...deposit } = FIELDS;

/** Good requests, over every surface. */
export const SEEDS: readonly Seed[] = [
  ...['deposit', 'withdraw'].flatMap((name): Seed[] => [
    { method: 'POST', target: `/v1/transactions/${name}`, contentType: FORM, text: FORM_TEXT },
    {
      method: 'POST',
      target: `/v1/transactions/${name}`,
      contentType: JSON_TYPE,
      text: JSON.stringify(FIELDS),
    },
  ]),
  ...['settle', 'reject', 'reverse', 'correct', 'cancel'].map((name): Seed => {
    const text = JSON.stringify({ sequence: 1, finalAmount: 5, reason: 'why' });
    return { method: 'POST', target: `/v1/transactions/${ID}/${name}`, contentType: JSON_TYPE, text };
  }),
  ...['transactions', 'events', 'callback-attempts', 'available-banks', `transactions/${ID}`].map(
    (name): Seed => ({
      method: 'GET',
      target: `/v1/${name}`,
      contentType: '',
      text: 'limit=2&status=pending&after=x',
    }),
  ),
  ...[{ query: CREATE, variables: { input: deposit } }, { query: LIST }, { query: WATCH }].map(
    (call): Seed => ({
      method: 'POST',
      target: '/graphql',
      contentType: JSON_TYPE,
      text: JSON.stringify(call),
    }),
  ),
  { method: 'GET', target: '/graphql', contentType: '', text: `query=${encodeURIComponent(LIST)}` },
  ...['deposits.create', 'withdrawals.create', 'transactions.settle', 'callbacks.redeliver'].map(
    (name): Seed => ({
      method: 'POST',
      target: `/trpc/${name}`,
      contentType: JSON_TYPE,
      text: JSON.stringify(FIELDS),
    }),
  ),
  ...[
    'transactions.list',
    'transactions.get',
    'transactions.onChange',
    'events.list',
    'payments.get',
    'payments.onChange',
  ].map(
    (name): Seed => ({
      method: 'GET',
      target: `/trpc/${name}`,
      contentType: '',
      text: `input=${encodeURIComponent(JSON.stringify({ limit: 2, status: 'pending' }))}`,
    }),
  ),
  ...['markSent', 'cancel'].map(
    (name): Seed => ({
      method: 'POST',
      target: `/trpc/payments.${name}`,
      contentType: JSON_TYPE,
      text: '{}',
    }),
  ),
  {
    method: 'POST',
    target: PAYMENT_PATH,
    contentType: FORM,
    text: 'action=cancel&lang=tr',
  },
  {
    method: 'GET',
    target: PAYMENT_PATH,
    contentType: '',
    text: 'confirm=cancel&lang=tr',
  },
];
