import { createHmac, randomFillSync } from 'node:crypto';

/** The keys and banks that the service seeds outside production. */
const MERCHANT = { appKey: 'demo-merchant', secret: 'demo-merchant-secret' };
const OPERATOR = { appKey: 'demo-operator', secret: 'demo-operator-secret' };
const BANK_IDS = ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439012', '507f1f77bcf86cd799439013'];

const FIRST_NAMES = ['Test', 'Ada', 'Şükrü', 'Müge', 'Emre', 'Jean-Luc', 'Zeynep', 'İpek', 'Ali Rıza'];
const LAST_NAMES = ['User', 'Yılmaz', 'Çağlayan', "O'Neil", 'Öztürk', 'Demir', 'García'];

/** One kind of request that a row of the benchmark is measured with. */
export interface Workload {
  /** The bytes of one request, its headers and signature included, unlike any other one. */
  makeRequest(): Buffer;
}

/** Every workload under the name by which a row asks for it. */
export const workloads = {
  /** Ids in no order, as UUIDs are: the harder case, because every index is met at random. */
  deposits: { makeRequest: () => makeDeposit(randomHex(12), randomHex(8)) },
  /** Ids that count up, as those of a merchant's own database do. */
  risingDeposits: { makeRequest: () => makeDeposit(`order-${FIRST_ID + made}`, `user-${FIRST_ID + made}`) },
  /** Through the doors of TypeScript clients and dashboards. */
  trpcDeposits: { makeRequest: () => timedPost('/trpc/deposits.create', newDeposit()) },
  graphqlDeposits: {
    makeRequest: () => timedPost('/graphql', { query: CREATE, variables: { input: newDeposit() } }),
  },
  /** What a dashboard asks for all the time: the newest hundred, with every field of its table. */
  graphqlPages: { makeRequest: () => timedPost('/graphql', { query: PAGE }) },
  /** One after another, transactions that were stored before as pending. */
  settlements: {
    makeRequest() {
      made += 1;
      return makeSettlement(made - 1);
    },
  },
} as const satisfies Record<string, Workload>;

export type WorkloadName = keyof typeof workloads;

/** Rising ids go on from one process of the load generator to the next. */
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
 * When what was stored ahead was made, in unix seconds: long before all that a run makes, since ids rise with time
 * and new ones are to land behind these.
 */
export const PREFILLED_AT_SECONDS = 0x65000000;

/** The id of something that was stored ahead, in the form of the service's own, by its kind and number. */
export function prefilledId(kind: 'dd' | 'ee' | 'ff', index: number): string {
  return PREFILLED_AT_SECONDS.toString(16) + kind.padEnd(10, '0') + index.toString(16).padStart(6, '0');
}

/** The id of a pending transaction by its number. */
export function pendingId(index: number): string {
  return prefilledId('dd', index);
}

/** The request that settles a pending transaction. */
export function makeSettlement(index: number): Buffer {
  return timedPost(`/v1/transactions/${pendingId(index)}/settle`, { sequence: 1 }, OPERATOR);
}

function makeDeposit(processId: string, userId: string): Buffer {
  const { amount, ...texts } = newDeposit(processId, userId);
  const fields = new URLSearchParams({ ...texts, amount: String(amount) });
  return signedPost('/v1/transactions/deposit', fields.toString());
}

/** The fields of a deposit of a user who has none yet. */
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

/** A JSON POST under the timed sign, ready for the socket. It is good for five minutes. */
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

/** A form-encoded POST under the plain sign, ready for the socket. */
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
