import type { EventRecord } from '../../src/callbacks/store.ts';
import { nodePlatform, type Platform } from '../../src/service/platform.ts';
import type { Transaction } from '../../src/transactions/domain/transaction.ts';
import { refusalError } from '../../src/transactions/refusals.ts';
import type { CreationOutcome } from '../../src/transactions/store.ts';
import {
  ADMIN,
  type ApiResponse,
  type CallOptions,
  type Credentials,
  call,
  createClock,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  type Json,
  OPERATOR,
  startTestService,
  type TestService,
  type TestServiceOptions,
  VALID_IBAN,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createClient, DEMO_BANK, type TestClient } from './entities.ts';
import type { Receiver } from './receiver.ts';
import { expectData } from './responses.ts';
import { answerWithoutHttp } from './without-http.ts';

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Less than the tolerance of signs. */
const MAX_SECONDS_AHEAD = 250;

type Clock = ReturnType<typeof createClock>;
type Fields = Readonly<Record<string, string>>;

export type Verb = 'settle' | 'reject' | 'reverse' | 'correct' | 'cancel';

/** A service with a clock that a test moves, and requests over REST for tests of transitions and callbacks. */
export interface ManualClockService extends TestService {
  readonly clock: Clock;
  /** Sends one request with a timed sign by the service's clock. @returns the whole response. */
  ask(target: string, options?: CallOptions): Promise<ApiResponse>;
  /** Sends a GraphQL request. @returns the data. @throws the messages of the errors. */
  graphql(as: Credentials, query: string, variables?: Json): Promise<Json>;
  deposit(as: Credentials, fields?: Fields): Promise<Json>;
  withdraw(as: Credentials, fields?: Fields): Promise<Json>;
  /** Requests a transition, by default as the operator. @returns the transaction after it. */
  transition(
    verb: Verb,
    transactionId: string,
    request?: { fields?: Fields; as?: Credentials },
  ): Promise<Json>;
  /** The events of a transaction in their order, with the state of their callbacks. */
  events(transactionId: string): Promise<readonly EventRecord[]>;
  /** Creates a merchant whose callbacks go to the receiver. */
  merchantOf(receiver: Pick<Receiver, 'url'> | undefined): Promise<TestClient>;
}

export interface ManualClockOptions extends Omit<TestServiceOptions, 'platform'> {
  readonly clock?: Clock;
  readonly platform?: Partial<Platform>;
  /** Whether REST calls are run as operations if possible: for promises that are not about HTTP. */
  readonly isWithoutHttp?: boolean;
}

/** Starts a service with a clock that stands still until a test moves it. */
export async function startManualClockService(options: ManualClockOptions = {}): Promise<ManualClockService> {
  const { clock = createClock(), platform, isWithoutHttp = false, ...rest } = options;
  const service = await startTestService({ ...rest, platform: { ...clock, ...platform } });
  // The clock may stand still, and some calls accept each sign once: each is signed by a clock that is a bit ahead.
  let asked = 0;
  const ask: ManualClockService['ask'] = async (target, request) => {
    const answered = isWithoutHttp ? await answerWithoutHttp(service, target, request) : undefined;
    if (answered) return answered;
    asked = (asked + 1) % MAX_SECONDS_AHEAD;
    const nowMs = clock.nowMs() + asked * SECOND_MS;
    const sign = request?.contentType === 'application/octet-stream' ? 'digest' : 'timed';
    return call(service, target, { as: OPERATOR, sign, nowMs, ...request });
  };
  return {
    ...service,
    clock,
    ask,
    async graphql(as, query, variables) {
      const { json, text } = await ask('/graphql', { as, json: { query, variables } });
      if (json.errors) throw new Error(text);
      return json.data;
    },
    deposit: async (as, fields = {}) => expectData(await ask(DEPOSIT, { as, body: depositFields(fields) })),
    withdraw: async (as, fields = {}) =>
      expectData(await ask(WITHDRAW, { as, body: withdrawalFields(fields) })),
    async transition(verb, transactionId, { fields = {}, as = OPERATOR } = {}) {
      const send = (more: Fields = {}) =>
        ask(`/v1/transactions/${transactionId}/${verb}`, { as, body: { ...fields, ...more } });
      const answer = await send();
      // A withdrawal is paid by the operator who has claimed it.
      const { type, fields: problems = [] } = answer.json.error ?? {};
      if (type !== 'error_not_claimed' && problems[0]?.path !== 'paidFromAccountId')
        return expectData(answer);
      if (verb === 'settle')
        expectData(await ask(`/v1/transactions/${transactionId}/claim`, { as, method: 'POST', body: {} }));
      return expectData(await send(await paymentOf(service)));
    },
    async events(transactionId) {
      const page = await service.dependencies.db.query('listEvents', {
        filter: { transactionId },
        page: { limit: 100 },
      });
      return page?.items ?? [];
    },
    merchantOf: (receiver) => createClient(service, { callbackUrl: receiver?.url ?? null }),
  };
}

/** How a withdrawal was paid: from the first account. */
export async function paymentOf({ dependencies }: Pick<TestService, 'dependencies'>): Promise<{
  readonly paidFromAccountId: string;
  readonly bankReference: string;
}> {
  const [account] = await dependencies.db.read('listEveryAccount');
  return { paidFromAccountId: account?.id ?? '', bankReference: 'FT-1' };
}

/** A schedule that never runs anything: nothing happens without a request of the test. */
export const neverSchedule = () => () => {};

/** Starts a service that sweeps, polls and sends only at the request of a test. */
export const startWithoutTimers = (options: ManualClockOptions = {}) =>
  startManualClockService({ ...options, platform: { schedule: neverSchedule, ...options.platform } });

/** Real timers, except that those with this delay run only at `expire`. */
export function holdTimers(heldDelayMs: number) {
  const held = new Set<() => void>();
  return {
    schedule: (run: () => void, delayMs: number) => {
      if (delayMs !== heldDelayMs) return nodePlatform.schedule(run, delayMs);
      held.add(run);
      return () => void held.delete(run);
    },
    expire() {
      for (const run of [...held]) run();
    },
  };
}

/** Updates a client as an admin over GraphQL. */
export async function updateClient(service: ManualClockService, input: Json): Promise<void> {
  const query = 'mutation ($input: UpdateClientInput!) { updateClient(input: $input) { appKey } }';
  await service.graphql(ADMIN, query, { input });
}

/** Stores withdrawals of a client without HTTP, for tests that need many of them. */
export function storeWithdrawals(
  { dependencies }: Pick<TestService, 'dependencies'>,
  client: TestClient,
  count: number,
  prefix = 'stored',
): Promise<string[]> {
  const drafts = Array.from({ length: count }, (_, index) =>
    dependencies.transactions.create(
      {
        ...draftOf(client, `${prefix}-${index}`),
        type: 'withdrawal',
        accountName: 'Test User',
        iban: VALID_IBAN,
        ibanNormalized: VALID_IBAN,
      },
      DEMO_BANK,
    ),
  );
  return Promise.all(drafts.map(async (created) => storedIn(await created).id));
}

/** Stores deposits of a client without HTTP, each of another user. */
export function storeDeposits(
  { dependencies }: Pick<TestService, 'dependencies'>,
  client: TestClient,
  count: number,
): Promise<string[]> {
  const drafts = Array.from({ length: count }, (_, index) =>
    dependencies.transactions.create({ ...draftOf(client, `stored-${index}`), type: 'deposit' }, DEMO_BANK),
  );
  return Promise.all(drafts.map(async (created) => storedIn(await created).id));
}

/** The fields that deposits and withdrawals of a client share. */
export function draftOf({ id }: TestClient, processId: string) {
  return {
    clientId: id,
    processId,
    bankId: DEMO_BANK_ID,
    amountMinor: 50_000,
    userId: `user-of-${processId}`,
    userName: 'testUserName',
    name: 'Test User',
    convertedName: 'test-user',
  };
}

function storedIn(outcome: CreationOutcome): Transaction {
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  return outcome.transaction;
}

/** Applies a transition without HTTP, with an operator as the actor and a bank line as the reason. */
export async function applyTransition(
  { dependencies }: Pick<TestService, 'dependencies'>,
  transactionId: string,
  command: { readonly kind: 'settle' | 'reject' | 'reverse' | 'correct'; readonly sequence: number },
): Promise<void> {
  const actor = { kind: 'operator', clientId: null } as const;
  const outcome = await dependencies.transactions.transition({
    transactionId,
    command: { ...command, isByLine: true },
    actor,
  });
  if (outcome.kind === 'refused') throw refusalError(outcome.refusal);
  if (outcome.kind === 'missing') throw new Error(`no transaction ${transactionId}`);
}
