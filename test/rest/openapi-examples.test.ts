import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { EXAMPLE_IDS } from '../../src/operations/examples.ts';
import { messageIdOf } from '../../src/payouts/domain/file-ids.ts';
import {
  ADMIN,
  type ApiResponse,
  type Credentials,
  call,
  createClock,
  DEPOSIT,
  depositFields,
  type Json,
  OPERATOR,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { expectDescribed } from '../support/openapi.ts';
import { payment, statusFile, transaction } from '../support/payouts/pain002-texts.ts';
import { expectData } from '../support/responses.ts';
import { OPENAPI_FILE } from '../support/schema-snapshot.ts';
import { useService } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';

/** The path of the recorded answers, which the OpenAPI document shows as examples. */
const ANSWERS_FILE = fileURLToPath(new URL('../../src/surfaces/openapi/answers.json', import.meta.url));

/** The first time in each recorded answer. */
const FIRST_TIME_MS = Date.parse('2026-11-20T12:00:00Z');
/** A list shows its form by this many items. */
const MAX_ITEMS = 2;

type Answers = Readonly<Record<string, Json>>;

/** Reads the committed answers, by operation. */
function readAnswers(): Answers {
  return JSON.parse(readFileSync(ANSWERS_FILE, 'utf8'));
}

function writeAnswers(answers: Answers): void {
  writeFileSync(ANSWERS_FILE, `${JSON.stringify(answers, null, 2)}\n`);
}

/**
 * Makes an example of an answer: the same in each run, with the ids of the printed request, and short.
 * @param ids what the service called the things that EXAMPLE_IDS stand for.
 */
function toExample(answer: Json, operationId: string, ids: Readonly<Record<string, string>>): Json {
  const text = JSON.stringify(shorten({ ...answer, responseTime: '2.31ms' }));
  const known = new Map(
    Object.entries(ids).map(([name, id]) => [id, EXAMPLE_IDS[name as keyof typeof EXAMPLE_IDS]]),
  );
  const firstMs = Math.min(...[...text.matchAll(TIME)].map(([time]) => Date.parse(time)));
  const standIn = (prefix: string, given: string, length: number) => {
    const count = [...known.keys()].filter((one) => one.length === given.length).length;
    const id = prefix + createHash('sha256').update(`${operationId} ${count}`).digest('hex');
    return id.slice(0, length);
  };
  const numbered = new Map<string, number>();
  return JSON.parse(
    text
      .replaceAll(TIME, (time) => new Date(FIRST_TIME_MS + Date.parse(time) - firstMs).toISOString())
      .replaceAll(/\b[0-9a-f]{64}\b|\b(?!507f1f77bcf86cd7)[0-9a-f]{24}\b/g, (id) => {
        if (!known.has(id)) known.set(id, standIn(id.length === 24 ? '6b00c8' : '', id, id.length) as never);
        return known.get(id) ?? id;
      })
      .replaceAll(/\b(order|user)-made-\d+\b/g, (made, kind: string) => {
        if (!numbered.has(made)) numbered.set(made, 1001 + numbered.size);
        return `${kind}-${numbered.get(made)}`;
      })
      .replaceAll(/(?<="reference":")\w+/g, 'K7M4XW9T')
      // The job that sends callbacks has its own time.
      .replaceAll(/(?<="lastFailedAt":")[^"]+/g, new Date(FIRST_TIME_MS + 2000).toISOString())
      // The first line of a file is enough.
      .replaceAll(/(?<="base64":"[A-Za-z0-9+/]{52})[A-Za-z0-9+/=]+/g, '')
      .replaceAll(/(?<=")[A-Za-z0-9+/]{43}=(?=")/g, 'aGcJiT9dCqVW+G6+O0Jk6m8xRMTsUrNnCEdW3N8KSuc=')
      .replaceAll(/(?<=[/]pay[/])[\w-]+/g, 'mS3vX0rM8yQ2tJ5kP7wZ1nB4cD6fG9hL'),
  );
}

const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[.]\d{3}Z/g;

function shorten(value: Json): Json {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}

/** A clock that moves by each command alone, so that each run has the same times. */
const clock = createClock();
const service = useService({ platform: clock });

const TEST_KEY: Credentials = { appKey: 'demo-test', secret: 'demo-test-secret' };

/** The key that may send a call. */
const keyOf = (target: string) => (target.startsWith('/v1/test/') ? TEST_KEY : ADMIN);

/** An account of the demo bank. */
const IBAN = 'TR640099900000999000001001';

interface DescribedCall {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly responses: Readonly<Record<string, { readonly content?: object }>>;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: Json }>> };
}

const { paths } = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
};

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    ...described,
    path,
    method: method.toUpperCase(),
  })),
);

type Ids = Partial<Record<keyof typeof EXAMPLE_IDS, string>>;

/** Each command has a sign of its own second, since some accept a sign once. */
async function send(
  target: string,
  body: Json,
  contentType = 'application/json',
  as = keyOf(target),
): Promise<ApiResponse> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  clock.advance(1000);
  const request = { method: 'POST', sign: 'timed', nowMs: clock.nowMs(), contentType, body: text } as const;
  const answer = await call(service(), target, { as, ...request });
  // Lines are decided in the background. Each later answer has what was decided.
  if (target.startsWith('/v1/statements')) await service().statementMatcher.matchNow();
  return answer;
}

const post = async (...request: Parameters<typeof send>): Promise<Json> => expectData(await send(...request));

const get = (target: string) => call(service(), target, { as: ADMIN, nowMs: clock.nowMs() });

async function create(target: string, fields: Json): Promise<Ids> {
  const amount = Number(fields.amount);
  const body = { ...fields, amount, onBehalfOf: 'demo-merchant' };
  // Who creates a withdrawal for its merchant does not approve that it is paid.
  const { transactionId } = await post(target, body, 'application/json', OPERATOR);
  return { transactionId };
}

let made = 0;

/** The user of the examples, each time with another id. */
function user() {
  made += 1;
  const name = 'Ada Yılmaz';
  return { processId: `order-made-${made}`, userId: `user-made-${made}`, userName: 'ada', name };
}

const deposit = () => create(DEPOSIT, depositFields(user()));
const withdrawal = () => create(WITHDRAW, withdrawalFields({ ...user(), accountName: 'Ada Yılmaz' }));

async function settled(holdSeconds = 0): Promise<Ids> {
  const ids = await deposit();
  await post(`/v1/transactions/${ids.transactionId}/settle`, { sequence: 1, holdSeconds });
  return ids;
}

async function rejected(): Promise<Ids> {
  const ids = await deposit();
  await post(`/v1/transactions/${ids.transactionId}/reject`, { sequence: 1 });
  return ids;
}

async function claimed(): Promise<Ids> {
  const ids = await withdrawal();
  await post(`/v1/transactions/${ids.transactionId}/claim`, {});
  return ids;
}

async function event(): Promise<Ids> {
  const { transactionId } = await settled();
  const target = `/v1/events?transactionId=${transactionId}`;
  const { items } = expectData(await get(target));
  return { eventId: items[0].eventId };
}

/** A deposit of the test key. */
async function testDeposit(): Promise<Ids> {
  const fields = depositFields(user());
  const body = { ...fields, amount: Number(fields.amount) };
  const { transactionId } = await post(DEPOSIT, body, 'application/json', TEST_KEY);
  return { transactionId };
}

async function settledTest(): Promise<Ids> {
  const ids = await testDeposit();
  await post(`/v1/test/transactions/${ids.transactionId}/settle`, {});
  return ids;
}

let files = 0;

/** Imports a line that waits for an operator. */
async function line({ isBroken = false, amountMinor = 50_000 } = {}): Promise<Ids & { lineId: string }> {
  files += 1;
  const content = bankFile({ iban: IBAN, lines: [{ amountMinor, text: `Rent ${files}` }], isBroken });
  const { file, statements } = await post('/v1/statements/text', { name: 'a.sta', content, isPasted: false });
  const { items } = expectData(await get(`/v1/statement-lines?fileId=${file.fileId}`));
  return { lineId: items[0].lineId, fileId: file.fileId, statementId: statements[0].statementId };
}

/** A deposit that an operator has settled with a line. */
async function paid(): Promise<Ids> {
  const ids = { ...(await line()), ...(await deposit()) };
  const { transactionId } = ids;
  await post(`/v1/statement-lines/${ids.lineId}/confirm`, { transactionId, sequence: 1 });
  return ids;
}

async function account(): Promise<Ids> {
  const { accounts } = expectData(await get('/v1/filter-choices'));
  return { accountId: accounts[0].accountId };
}

/** A batch of one withdrawal, which the operator has prepared. */
async function payout(): Promise<Ids> {
  const body = { transactionIds: [(await withdrawal()).transactionId], ...(await account()) };
  const { payoutId, contentHash, rows } = await post('/v1/payouts', body, 'application/json', OPERATOR);
  return { payoutId, contentHash, transactionId: rows[0].transactionId };
}

/** A batch of the caller, and a withdrawal that is not in it. */
async function ownPayout(): Promise<Ids> {
  const { payoutId, contentHash } = await pairOfPayouts();
  return { payoutId, contentHash, ...(await withdrawal()) } as Ids;
}

async function pairOfPayouts(): Promise<Ids> {
  const transactionIds = [(await withdrawal()).transactionId, (await withdrawal()).transactionId];
  const batch = await post('/v1/payouts', { transactionIds, ...(await account()) });
  return {
    payoutId: batch.payoutId,
    contentHash: batch.contentHash,
    transactionId: batch.rows[0].transactionId,
  };
}

async function approved(): Promise<Ids> {
  const ids = await payout();
  await post(`/v1/payouts/${ids.payoutId}/approve`, { contentHash: ids.contentHash });
  return ids;
}

async function exported(): Promise<Ids> {
  const ids = await approved();
  await post(`/v1/payouts/${ids.payoutId}/export`, { contentHash: ids.contentHash });
  return ids;
}

/** A withdrawal that the bank has refused: another person than who exports it imports the answer. */
async function refused(): Promise<Ids> {
  const { payoutId } = await exported();
  const { number, rows } = expectData(await get(`/v1/payouts/${payoutId}`));
  const [{ endToEndId, transactionId }] = rows;
  const payments = payment(transaction(endToEndId, 'RJCT'), messageIdOf(number, 1));
  const body = statusFile({ original: messageIdOf(number), payments });
  await post('/v1/statements?name=answer.xml', body, 'application/octet-stream', OPERATOR);
  return { transactionId };
}

/** A line whose money is given back. */
async function givenBack(): Promise<Ids> {
  const { lineId } = await line();
  const payer = { iban: 'NO9386011117947', accountName: 'Ada Yılmaz' };
  await post(`/v1/statement-lines/${lineId}/give-back`, { ...payer, reason: 'It was paid twice' });
  return { lineId };
}

/** Another operator has the line open. */
async function colleague(): Promise<Ids> {
  const open = EXAMPLE_IDS.lineId;
  await post('/v1/presence', { windowId: 'window-2', open }, 'application/json', OPERATOR);
  return {};
}

/** Sends the example of another call. */
async function sendExample(operationId: string): Promise<Ids> {
  const described = calls.find((one) => one.operationId === operationId);
  await post(described?.path ?? '', described?.requestBody?.content['application/json']?.example);
  return {};
}

const saveProfile = () => sendExample('saveBankProfile');
const savePayoutProfile = () => sendExample('savePayoutProfile');
const choosePolicy = () => sendExample('updateMatchPolicy');

/** Makes what the ids of an example stand for. */
const PREPARE: Readonly<Record<string, () => Promise<Ids>>> = {
  getTransaction: deposit,
  sumTransactions: deposit,
  cancelTransaction: deposit,
  listCallbackAttempts: settled,
  redeliverCallback: event,
  settleTransaction: deposit,
  rejectTransaction: deposit,
  reverseTransaction: settled,
  correctTransaction: rejected,
  undoTransition: () => settled(8),
  settleTransactions: deposit,
  claimWithdrawal: withdrawal,
  releaseWithdrawal: claimed,
  markWithdrawalSent: claimed,
  clearBlacklistMark: deposit,
  addNote: deposit,
  importStatementText: account,
  previewStatementText: account,
  listAccountDays: account,
  removeBankProfile: saveProfile,
  removeMatchPolicy: choosePolicy,
  releaseStatement: () => line({ isBroken: true }),
  takeBackStatementFile: () => line(),
  getStatementLine: () => line(),
  listLinesOfTransaction: paid,
  search: paid,
  confirmStatementLine: async () => ({ ...(await line()), ...(await deposit()) }),
  confirmStatementLines: async () => ({
    ...(await line({ amountMinor: 25_000 })),
    otherLineId: (await line({ amountMinor: 25_000 })).lineId,
    ...(await deposit()),
  }),
  preparePayout: async () => ({ ...(await account()), ...(await withdrawal()) }),
  getPayout: payout,
  reviewPayout: payout,
  listPayoutRows: payout,
  addToPayout: ownPayout,
  removeFromPayout: pairOfPayouts,
  approvePayout: payout,
  rejectPayout: payout,
  exportPayout: approved,
  getPayoutFile: exported,
  downloadPayoutFile: exported,
  updatePayoutAccount: account,
  closeDay: async () => {
    const { figuresHash } = expectData(await get('/v1/days?day=2026-11-19'));
    return { contentHash: figuresHash };
  },
  removePayoutProfile: savePayoutProfile,
  updatePresence: colleague,
  putAwayStatementLine: () => line(),
  giveBackStatementLine: () => line(),
  listRefunds: givenBack,
  changePayee: refused,
  settleTestTransaction: testDeposit,
  rejectTestTransaction: testDeposit,
  reverseTestTransaction: settledTest,
  expireTestTransaction: testDeposit,
  undoStatementLine: async () => {
    const ids = await line();
    await post(`/v1/statement-lines/${ids.lineId}/put-away`, { note: 'Interest' });
    return ids;
  },
};

function isFileOf({ responses }: DescribedCall): boolean {
  return !('application/json' in (responses['200']?.content ?? {}));
}

/** Puts the ids of this service into an example. */
function fill(text: string, ids: Ids): string {
  return Object.entries(ids).reduce((filled, [name, id]) => {
    const stand = EXAMPLE_IDS[name as keyof typeof EXAMPLE_IDS];
    return filled.replaceAll(stand, id);
  }, text);
}

const recorded: Record<string, Json> = {};
const isRecording = Boolean(process.env.RECORD_ANSWERS);
afterAll(() => {
  if (isRecording) writeAnswers(recorded);
});

test.each(calls)('the printed example of $operationId is answered with data', async (described) => {
  const ids = (await PREPARE[described.operationId]?.()) ?? {};
  const { parameters = [], requestBody, method } = described;
  const given = parameters.filter(({ example }) => example !== undefined);
  const inPath = given.filter((parameter) => parameter.in === 'path');
  const query = given.filter((parameter) => parameter.in === 'query');
  const path = inPath.reduce(
    (text, { name, example }) => text.replace(`{${name}}`, String(example)),
    described.path,
  );
  expect(path).not.toContain('{');
  const search = String(new URLSearchParams(query.map(({ name, example }) => [name, String(example)])));
  const target = fill(query.length > 0 ? `${path}?${search}` : path, ids);
  const [contentType = '', { example = {} } = {}] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const file = bankFile({ iban: IBAN, lines: [{ amountMinor: 100, text: 'one line' }] });
  const isFile = contentType === 'application/octet-stream';
  const body = isFile ? file : fill(JSON.stringify(addOwner(described, example)), ids);
  const answer = await (method === 'GET' ? get(target) : send(target, body, contentType));
  // A file has no envelope.
  if (isFileOf(described)) return void expect(answer.status).toBe(200);
  expectData(answer);
  recorded[described.operationId] = toExample(answer.json, described.operationId, ids);
});

test.skipIf(isRecording).each(calls.filter((call) => !isFileOf(call)))(
  'the printed answer of $operationId has each of its fields',
  ({ operationId, method, path }) => {
    const answer = readAnswers()[operationId];
    expect(answer, `no answer of ${operationId} is recorded: npm run schema:answers`).toBeDefined();
    expectDescribed({ method, target: path, status: 200, json: answer });
  },
);

/** An operator creates for a merchant. */
function addOwner({ operationId }: DescribedCall, example: Json): Json {
  return /^create/.test(operationId) ? { ...example, onBehalfOf: 'demo-merchant' } : example;
}
