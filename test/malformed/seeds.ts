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
const DESK = `{
  queueTotals(filter: { query: "ada 500", isSent: true }) { waiting sent }
  callbackSummary { items { appKey failed lastError } }
  reasonTemplates { id text kind seenBy }
  transactions(first: 2, filter: { reason: [expired, reversed], isLate: true }) {
    nodes { reference claim { holder isMine } notes { text author } }
  }
}`;
const SETTLE_MANY = `mutation ($items: [SettleItem!]!) {
  settleTransactions(items: $items, holdSeconds: 8) { transactionId error { type lastChange { name } } }
  claimWithdrawal(transactionId: "${ID}", takeOver: true) { status }
  undoTransition(transactionId: "${ID}", sequence: 1) { status }
  addNote(transactionId: "${ID}", text: "called") { status }
}`;
const BRAND = `mutation ($input: UpdateClientInput!) { updateClient(input: $input) { brand { name color logoUrl } } }`;
const TEMPLATE = `mutation ($input: SaveReasonTemplateInput!) { saveReasonTemplate(input: $input) { id } }`;
const BRAND_INPUT = {
  appKey: 'nobody',
  brandName: 'Lale',
  brandColor: '#1f4fa3',
  brandLogo: 'iVBORw0KGgo=',
  returnHosts: ['shop.example.com'],
  returnUrl: 'https://shop.example.com/',
};
const WATCH = 'subscription { transactionChanged(filter: { status: pending }) { transactionId amount } }';
const STATEMENT = ':20:A\r\n:25:TR640099900000999000001001\r\n:28C:1/1\r\n:60F:C261119TRY0,\r\n-\r\n';
const PASTED = { name: 'pasted', content: 'Tarih;Tutar;Açıklama\n20.11.2026;1,00;x', isPasted: true };
const LINES = `{
  statementLineCounts { state count sum }
  statementLines(state: "new", limit: 2) { items { lineId remittance } nextCursor }
  bankStatements(isHeld: true) { items { statementId heldReason } }
}`;
const IMPORT = `mutation ($name: String!, $content: String!) {
  importStatementText(name: $name, content: $content) { isRepeat file { lineCount } }
  confirmStatementLine(lineId: "${ID}", transactionId: "${ID}") { line { state } }
}`;
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
  ...[
    ['undo', { sequence: 2 }],
    ['claim', { takeOver: true }],
    ['release', {}],
    ['notes', { text: 'called the bank' }],
    ['reject', { sequence: 1, reason: 'why', seenBy: 'payer', holdSeconds: 8 }],
  ].map(([name, fields]): Seed => {
    const target = `/v1/transactions/${ID}/${name}`;
    return { method: 'POST', target, contentType: JSON_TYPE, text: JSON.stringify(fields) };
  }),
  ...[
    ['transactions/settle', { items: [{ transactionId: ID, sequence: 1, finalAmount: 5 }], holdSeconds: 8 }],
    ['callbacks/redeliver-failed', { appKey: 'demo-merchant' }],
  ].map(
    ([name, fields]): Seed => ({
      method: 'POST',
      target: `/v1/${name}`,
      contentType: JSON_TYPE,
      text: JSON.stringify(fields),
    }),
  ),
  ...[
    ['queue-totals', 'query=ada+1.250%2C50&type=deposit&isSent=true'],
    ['transactions', 'query=2V65+VNH9&reason=expired&reason=cancelled&isLate=true&accountId=a'],
    ['transactions', 'movedFrom=2026-11-20T00:00:00Z&movedTo=2026-11-21T00:00:00Z&movedAccountId=a'],
    ['callbacks/failed', 'appKey=demo-merchant&limit=2&after=x'],
    ['callbacks/summary', ''],
    ['filter-choices', ''],
    ['who-am-i', ''],
  ].map(([name, text = '']): Seed => ({ method: 'GET', target: `/v1/${name}`, contentType: '', text })),
  ...['application/octet-stream', 'application/xml', 'text/csv'].map(
    (contentType): Seed => ({
      method: 'POST',
      target: '/v1/statements?name=a&profileId=generic',
      contentType,
      text: contentType === 'application/xml' ? `<Document>${STATEMENT}</Document>` : STATEMENT,
    }),
  ),
  ...[
    ['statements/text', PASTED],
    [`statements/${ID}/release`, { reason: 'why' }],
    [`statement-lines/${ID}/confirm`, { transactionId: ID, reason: 'why' }],
    [`statement-lines/${ID}/put-away`, { note: 'why' }],
    [`statement-lines/${ID}/undo`, { reason: 'why' }],
  ].map(
    ([name, fields]): Seed => ({
      method: 'POST',
      target: `/v1/${name}`,
      contentType: JSON_TYPE,
      text: JSON.stringify(fields),
    }),
  ),
  ...[
    ['statements', 'isHeld=true&limit=2'],
    ['statement-lines', `state=new&accountId=${ID}&after=${ID}`],
  ].map(([name, text = '']): Seed => ({ method: 'GET', target: `/v1/${name}`, contentType: '', text })),
  ...['transactions', 'events', 'callback-attempts', 'available-banks', `transactions/${ID}`].map(
    (name): Seed => ({
      method: 'GET',
      target: `/v1/${name}`,
      contentType: '',
      text: 'limit=2&status=pending&after=x',
    }),
  ),
  ...[
    { query: CREATE, variables: { input: deposit } },
    { query: LIST },
    { query: WATCH },
    { query: DESK },
    { query: LINES },
    { query: IMPORT, variables: PASTED },
    { query: SETTLE_MANY, variables: { items: [{ transactionId: ID, sequence: 1, finalAmount: 5 }] } },
    { query: BRAND, variables: { input: BRAND_INPUT } },
    { query: TEMPLATE, variables: { input: { text: 'why', kind: 'reject', seenBy: 'payer' } } },
  ].map(
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
    'transactions.queueTotals',
    'callbacks.summary',
    'callbacks.failed',
    'events.list',
    'statements.list',
    'statements.lines.list',
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
  ...[
    ['settleMany', { items: [{ transactionId: ID, sequence: 1, finalAmount: 5 }], holdSeconds: 8 }],
    ['undo', { transactionId: ID, sequence: 2 }],
    ['claim', { transactionId: ID, takeOver: true }],
    ['addNote', { transactionId: ID, text: 'called the bank' }],
  ].map(
    ([name, fields]): Seed => ({
      method: 'POST',
      target: `/trpc/transactions.${name}`,
      contentType: JSON_TYPE,
      text: JSON.stringify(fields),
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
