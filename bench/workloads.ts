import { createHmac, randomFillSync } from 'node:crypto';

/** Keys and banks of the service's demo data. */
const MERCHANT = { appKey: 'demo-merchant', secret: 'demo-merchant-secret' };
export const OPERATOR = { appKey: 'demo-operator', secret: 'demo-operator-secret' };
const BANK_IDS = ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012', '507f1f77bcf86cd799439013'];

const FIRST_NAMES = ['Test', 'Ada', 'Şükrü', 'Müge', 'Emre', 'Jean-Luc', 'Zeynep', 'İpek', 'Ali Rıza'];
const LAST_NAMES = ['User', 'Yılmaz', 'Çağlayan', "O'Neil", 'Öztürk', 'Demir', 'García'];

/** One kind of request, which a row of the benchmark is measured with. */
export interface Workload {
  /** Makes the bytes of one unique request, including its headers and signature. */
  makeRequest(): Buffer;
}

/** All workloads by name. */
export const workloads = {
  /** Ids in random order, like UUIDs: the harder case, because every index is accessed at random. */
  deposits: { makeRequest: () => makeDeposit(randomHex(12), randomHex(8)) },
  /** All deposits go to the two accounts of one bank. */
  depositsOfOneBank: {
    makeRequest: () => makeDeposit(randomHex(12), randomHex(8), BANK_IDS.slice(0, 1)),
  },
  /** Rising ids, like those of a merchant's own database. */
  risingDeposits: { makeRequest: () => makeDeposit(`order-${FIRST_ID + made}`, `user-${FIRST_ID + made}`) },
  /** The entry points of TypeScript clients and dashboards. */
  trpcDeposits: { makeRequest: () => timedPost('/trpc/deposits.create', newDeposit()) },
  graphqlDeposits: {
    makeRequest: () => timedPost('/graphql', { query: CREATE, variables: { input: newDeposit() } }),
  },
  /** The most frequent query of a dashboard: the newest hundred, with every field of its table. */
  graphqlPages: { makeRequest: () => timedPost('/graphql', { query: PAGE }) },
  /** Settles prefilled pending transactions, one after another. */
  settlements: {
    makeRequest() {
      made += 1;
      return makeSettlement(made - 1);
    },
  },
} as const satisfies Record<string, Workload>;

export type WorkloadName = keyof typeof workloads;

/** Rising ids continue from one process of the load generator to the next. */
const FIRST_ID = Date.now() * 1000;

let made = 0;

const CREATE = `mutation Create($input: CreateDepositInput!) {
  createDeposit(input: $input) {
    data {
      hash transactionId bankId bank amount type bankAccountName bankAccountIban status
      name userName userId processId convertedName url alreadyPending
    }
    status responseTime app_version
  }
}`;

const PAGE = `query Page {
  transactions(first: 100) {
    edges {
      cursor
      node {
        id transactionId type status amount finalAmount bank name userName userId processId
        iban bankAccountIban createdAt updatedAt sequence
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}`;

/**
 * Creation time of prefilled rows, in unix seconds. It is long before a run, because ids rise with time and new ones
 * should come after these.
 */
export const PREFILLED_AT_SECONDS = 0x65000000;

/** Returns the id of a prefilled row by its kind and number, in the form of the service's own ids. */
export function prefilledId(kind: 'ac' | 'dd' | 'ee' | 'ff', index: number): string {
  return PREFILLED_AT_SECONDS.toString(16) + kind.padEnd(10, '0') + index.toString(16).padStart(6, '0');
}

/** Returns the id of a prefilled pending transaction by its number. */
export function pendingId(index: number): string {
  return prefilledId('dd', index);
}

/** The account from which prefilled withdrawals are paid. */
export const PAYING_ACCOUNT_ID = prefilledId('ac', 0);

/** Makes the request that settles a prefilled pending withdrawal, which the operator has claimed. */
export function makeSettlement(index: number): Buffer {
  const body = { sequence: 1, paidFromAccountId: PAYING_ACCOUNT_ID };
  return timedPost(`/v1/transactions/${pendingId(index)}/settle`, body, OPERATOR);
}

function makeDeposit(processId: string, userId: string, bankIds = BANK_IDS): Buffer {
  const { amount, ...texts } = { ...newDeposit(processId, userId), bankId: pick(bankIds) };
  const fields = new URLSearchParams({ ...texts, amount: String(amount) });
  return signedPost('/v1/transactions/deposit', fields.toString());
}

/** Makes the fields of a deposit of a user who has none yet. */
function newDeposit(processId = randomHex(12), userId = randomHex(8)) {
  made += 1;
  return {
    bankId: pick(BANK_IDS),
    processId,
    amount: (1_000 + ((made * 7919) % 9_000_000)) / 100,
    userId,
    userName: `user${made % 10_000}`,
    name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES, 3)}`,
  };
}

/** Makes a JSON POST with the timed sign, ready for the socket. It is valid for five minutes. */
function timedPost(path: string, value: object, { appKey, secret } = MERCHANT): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  const seconds = Math.floor(Date.now() / 1000);
  const hmac = createHmac('sha256', secret).update(`${seconds}.POST.${path}.`).update(body);
  const head =
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n` +
    `appKey: ${appKey}\r\nsign: t=${seconds},v1=${hmac.digest('base64')}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** Makes a form-encoded POST with the plain sign, ready for the socket. */
function signedPost(path: string, body: string): Buffer {
  const sign = createHmac('sha256', MERCHANT.secret).update(body).digest('base64');
  return Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: keep-alive\r\n` +
      `appKey: ${MERCHANT.appKey}\r\nsign: ${sign}\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
}

function pick<T>(choices: readonly T[], stride = 1): T {
  return choices[Math.floor(made / stride) % choices.length] as T;
}

const pool = Buffer.alloc(8192);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
