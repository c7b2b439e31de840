import { afterAll, beforeAll } from 'vitest';
import { STATUS_LIMITS } from '../../src/payouts/domain/status-report.ts';
import { keyPart } from '../../src/reconciliation/domain/keyed-line.ts';
import { type MatchPolicy, STRICT_POLICY } from '../../src/reconciliation/domain/matching/policy.ts';
import type { StatementPart } from '../../src/reconciliation/domain/statement.ts';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { importFile } from '../../src/reconciliation/import.ts';
import type { StatementReading } from '../../src/reconciliation/import-store.ts';
import { readCamt } from '../../src/statements/camt.ts';
import { readPain002 } from '../../src/statements/pain002.ts';
import type { ApiResponse, Credentials, Json } from '../harness.ts';
import { DEMO_BANK_ID, OPERATOR } from '../harness.ts';
import { expectAgreement } from './agreement.ts';
import type { TestContext } from './app-context.ts';
import { createAccount, createClient, newIban, type TestClient } from './entities.ts';
import {
  type ManualClockOptions,
  type ManualClockService,
  startWithoutTimers,
} from './manual-clock-service.ts';
import { expectData } from './responses.ts';
import { type BankLine, camtOf } from './statements/bank-files.ts';

/** Reads camt in this thread, with the reader of the service. */
export const READING_HERE: StatementReading = {
  formatOf: () => 'camt',
  close: () => {},
  read: ({ bytes }) => batchesOf(readCamt(bytes, READ_LIMITS)),
  readReport: async ({ bytes }) => readPain002(bytes, STATUS_LIMITS),
  async *readKeyed({ bytes }) {
    for await (const batch of batchesOf(readCamt(bytes, READ_LIMITS))) yield batch.map(keyPart);
  },
};

async function* batchesOf(parts: Iterable<StatementPart>): AsyncGenerator<readonly StatementPart[]> {
  let batch: StatementPart[] = [];
  for (const part of parts) {
    batch.push(part);
    if (batch.length < 100) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

type Importing = Pick<TestContext, 'dependencies'>;

/** Imports a camt file without HTTP and without a thread. */
export function importHere(
  { dependencies }: Importing,
  bytes: Uint8Array,
  name = 'a.xml',
  reading: StatementReading = READING_HERE,
) {
  const statements = { ...dependencies.statements, reading };
  return importFile({ ...dependencies, statements }, { name, bytes }, { clientId: null, audit: undefined });
}

/** Decides about all new lines of all files. */
export async function matchAll({ dependencies: { statements } }: Importing): Promise<void> {
  for (;;) {
    const fileId = await statements.matching.findUnmatched();
    if (fileId === undefined) return;
    for await (const _ of statements.matching.match(fileId));
  }
}

const sending =
  (target: string) =>
  (
    service: Pick<ManualClockService, 'ask'>,
    body: Uint8Array,
    query = 'name=a.xml',
    as: Credentials = OPERATOR,
  ): Promise<ApiResponse> =>
    service.ask(`${target}?${query}`, {
      as,
      method: 'POST',
      body,
      contentType: 'application/octet-stream',
    });

/** Uploads a file of a bank, by default as the demo operator. */
export const upload = sending('/v1/statements');
/** Previews the import of a file as an operator. */
export const preview = sending('/v1/statements/preview');

/** A service with one merchant and one account of the demo bank, and the actions of its desk. */
export interface Desk extends AsyncDisposable {
  readonly service: ManualClockService;
  readonly merchant: TestClient;
  readonly iban: string;
  /** Creates a deposit of the merchant, to the account. */
  deposit(fields?: Readonly<Record<string, string>>): Promise<Json>;
  /** Imports lines of the account, and decides about them. @returns the views of the lines, in the order of the file. */
  receive(...lines: readonly BankLine[]): Promise<readonly Json[]>;
  /** Imports a file, and decides about its lines. @returns the views of the lines that are new, in the order of the file. */
  receiveFile(bytes: Uint8Array, query?: string): Promise<readonly Json[]>;
  /** Today's date in UTC. */
  today(): string;
  /** The line with which its user pays a deposit today, with some fields replaced. */
  payment(deposit: Json, fields?: Partial<BankLine>): BankLine;
  /** Changes the policy of the merchant; an empty one is strict again. @returns how many lines are decided again. */
  allow(policy: Partial<MatchPolicy>): Promise<number>;
  /** Assigns the deposits of the bank to its account alone. */
  takeDeposits(): Promise<void>;
  line(lineId: string): Promise<Json>;
  transaction(transactionId: string): Promise<Json>;
  /** Sends a request about a line as the operator. */
  decide(
    verb: 'confirm' | 'put-away' | 'undo' | 'give-back',
    lineId: string,
    body: Json,
  ): Promise<ApiResponse>;
}

export async function openDesk(
  receiver?: { readonly url: string },
  running?: ManualClockService,
  options?: ManualClockOptions,
): Promise<Desk> {
  const service = running ?? (await startWithoutTimers(options));
  const merchant = await createClient(service, { callbackUrl: receiver?.url ?? null });
  const iban = newIban();
  await createAccount(service, { bankId: DEMO_BANK_ID, iban });
  const ask = async (target: string) => expectData(await service.ask(target, { as: OPERATOR }));
  const today = () => new Date(service.clock.nowMs()).toISOString().slice(0, 10);
  const decided = async (fileId: string): Promise<readonly Json[]> => {
    await service.statementMatcher.matchNow();
    const { items } = await ask(`/v1/statement-lines?fileId=${fileId}&limit=200`);
    return items.toReversed();
  };
  const desk: Desk = {
    service,
    merchant,
    iban,
    async deposit(fields) {
      const { transactionId } = await service.deposit(merchant, fields);
      return { transactionId, ...(await ask(`/v1/transactions/${transactionId}`)) };
    },
    // It runs without HTTP and a thread, whose effects are the same for every file.
    receive: async (...lines) => decided((await importHere(service, camtOf({ iban, lines }))).file.id),
    receiveFile: async (bytes, query) => decided(expectData(await upload(service, bytes, query)).file.fileId),
    today,
    payment: ({ amount, name, reference }, fields) => ({
      amountMinor: Math.round(amount * 100),
      name,
      iban: newIban(),
      text: `Yatirim ${reference}`,
      date: today(),
      ...fields,
    }),
    async allow(policy) {
      const target = { clientId: merchant.id, name: merchant.appKey };
      const changes = Object.keys(policy).length === 0 ? STRICT_POLICY : policy;
      const { db, statements } = service.dependencies;
      const change = { target, changes, terms: statements.matchTerms() };
      return (await db.run('updateMatchPolicy', change)).rematchedCount;
    },
    async takeDeposits() {
      const { db } = service.dependencies;
      for (const account of await db.read('listEveryAccount'))
        if (account.bankId === DEMO_BANK_ID)
          await db.run('updateAccount', {
            accountId: account.id,
            changes: { active: account.iban === iban },
          });
    },
    line: (lineId) => ask(`/v1/statement-lines/${lineId}`),
    transaction: (transactionId) => ask(`/v1/transactions/${transactionId}`),
    decide: (verb, lineId, body) =>
      service.ask(`/v1/statement-lines/${lineId}/${verb}`, { as: OPERATOR, json: body }),
    [Symbol.asyncDispose]: () => (running ? Promise.resolve() : service[Symbol.asyncDispose]()),
  };
  await desk.takeDeposits();
  return desk;
}

/** The desk of a test file. Each import decides about waiting lines again. At the end its database is verified. */
export function useDesk(options?: ManualClockOptions): Desk {
  const desk = {} as Desk;
  beforeAll(async () => {
    Object.assign(desk, await openDesk(undefined, undefined, options));
  });
  afterAll(async () => {
    try {
      await expectAgreement(desk.service.databasePath);
    } finally {
      await desk[Symbol.asyncDispose]();
    }
  });
  return desk;
}

const PEOPLE = [
  'Selin Aksoy',
  'Kerem Alkan',
  'Bora Tunca',
  'Vedat Ergin',
  'Hakan Uslu',
  'Meral Koray',
  'Tolga Varol',
  'Ece Pamuk',
  'Onur Sezgin',
  'Yasemin Duru',
  'Volkan Ersoy',
  'Gizem Bilir',
  'Rasim Kutlu',
  'Pelin Atik',
  'Levent Oral',
  'Figen Saka',
  'Cihan Yurt',
  'Zerrin Okan',
  'Ufuk Demiray',
  'Nalan Gezer',
  'Sarp Candan',
  'Irmak Toker',
  'Mustafa Ongun',
  'Lale Evren',
  'Baran Kiraz',
  'Hulusi Bozkurt',
  'Orhan Pekel',
  'Tuna Ilgaz',
];
let deposited = 0;

/** Creates deposits of 500, each of another person, so that money for one cannot be for another. */
export async function depositsOfThree(desk: Pick<Desk, 'deposit'>): Promise<readonly [Json, Json, Json]> {
  const next = () => {
    deposited += 1;
    return desk.deposit({ name: PEOPLE[deposited % PEOPLE.length] ?? '' });
  };
  return [await next(), await next(), await next()];
}
