import { expect } from 'vitest';
import type { OperationName } from '../../src/operations/permissions.ts';
import {
  type ApiResponse,
  type Credentials,
  call,
  DEPOSIT,
  type Json,
  MERCHANT,
  WITHDRAW,
} from '../harness.ts';
import { GRAPHQL_CALLS, type Input } from './graphql-calls.ts';
import { writeJson } from './number-text.ts';

export const SURFACE_NAMES = ['rest form', 'rest json', 'graphql', 'trpc'] as const;
export type SurfaceName = (typeof SURFACE_NAMES)[number];

/** The content of a response, the same for every surface. */
export interface Outcome {
  readonly status: number;
  /** The data of a success. */
  readonly data?: Json;
  /**
   * The error of a failure; `fields` are the paths of the invalid fields, undefined if GraphQL's own types refused
   * them.
   */
  readonly error?: {
    readonly type: string;
    readonly message: string;
    readonly fields: readonly string[] | undefined;
  };
  /** The whole response as it was received. */
  readonly text: string;
}

type Content = Omit<Outcome, 'text'>;

export interface Call {
  readonly operation: OperationName;
  readonly input: Input;
  /** The demo merchant by default; null for a call without credentials. */
  readonly as?: Credentials | null;
  /** The clock of the sign, in epoch milliseconds. */
  readonly nowMs?: number;
}

type Server = { readonly url: string };

/** A client that runs operations over one surface. Every call has the timed sign. */
export interface SurfaceClient {
  readonly name: SurfaceName;
  /** Checks whether the surface offers the operation. */
  offers(operation: OperationName): boolean;
  run(service: Server, call: Call): Promise<Outcome>;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

async function send(
  service: Server,
  { as, nowMs }: Call,
  request: { readonly target: string; readonly body?: string; readonly contentType?: string },
): Promise<ApiResponse> {
  const response = await call(service, request.target, {
    ...request,
    as: as ?? MERCHANT,
    sign: request.contentType === 'application/octet-stream' ? 'digest' : 'timed',
    headers: as === null ? { appKey: '', sign: '' } : {},
    ...(nowMs !== undefined && { nowMs }),
  });
  if (typeof response.json !== 'object') expect.fail(`no JSON: ${response.text}`);
  return response;
}

/** Fails unless all is right. It is called for thousands of responses, for which `expect` takes as long as they do. */
function ensure(isRight: boolean, received: unknown): void {
  if (!isRight) expect.fail(`an unexpected form of response: ${JSON.stringify(received)}`);
}

const isDuration = (text: unknown) => typeof text === 'string' && /^\d+(\.\d{1,2})?ms$/.test(text);

/** Reads the shared envelope of a success. */
function success(envelope: Json): Content {
  const keys = Object.keys(envelope).join();
  ensure(keys === 'data,status,responseTime,app_version', envelope);
  ensure(envelope.status === 200 && isDuration(envelope.responseTime), envelope);
  return { status: envelope.status, data: envelope.data };
}

/** Reads the shared parts of a failure. */
function failure(envelope: Json): Content {
  const { status, error, responseTime, app_version } = envelope;
  ensure(isDuration(responseTime) && /^\d+\.\d+\.\d+$/.test(app_version), envelope);
  const { type, message, fields = [] } = error;
  return { status, error: { type, message, fields: fields.map((field: Json) => field.path) } };
}

interface RestCall {
  readonly method: 'GET' | 'POST';
  readonly path: (input: Input) => string;
  /** The fields that are part of the path. */
  readonly inPath?: readonly string[];
  /** A form cannot carry its input. */
  readonly needsJson?: true;
  /** The body is the field `bytes`, of either client, and the rest is in the query. */
  readonly takesFile?: true;
}

function changeCall(verb: string): RestCall {
  return {
    method: 'POST',
    path: ({ transactionId }) => `/v1/transactions/${encodeURIComponent(String(transactionId))}/${verb}`,
    inPath: ['transactionId'],
  };
}

/** A call whose path holds the id of what it is about. */
function callOn(field: string, method: RestCall['method'], pattern: string): RestCall {
  return {
    method,
    path: (input) => pattern.replace('*', () => encodeURIComponent(String(input[field]))),
    inPath: [field],
  };
}

const REST_CALLS: Readonly<Partial<Record<OperationName, RestCall>>> = {
  createDeposit: { method: 'POST', path: () => DEPOSIT },
  createWithdrawal: { method: 'POST', path: () => WITHDRAW },
  whoAmI: { method: 'GET', path: () => '/v1/who-am-i' },
  listAvailableBanks: { method: 'GET', path: () => '/v1/available-banks' },
  listFilterChoices: { method: 'GET', path: () => '/v1/filter-choices' },
  listTransactions: { method: 'GET', path: () => '/v1/transactions' },
  readQueueTotals: { method: 'GET', path: () => '/v1/queue-totals' },
  getTransaction: {
    method: 'GET',
    path: ({ transactionId }) => `/v1/transactions/${encodeURIComponent(String(transactionId))}`,
    inPath: ['transactionId'],
  },
  settleTransaction: changeCall('settle'),
  rejectTransaction: changeCall('reject'),
  reverseTransaction: changeCall('reverse'),
  correctTransaction: changeCall('correct'),
  cancelTransaction: changeCall('cancel'),
  undoTransition: changeCall('undo'),
  claimWithdrawal: changeCall('claim'),
  releaseWithdrawal: changeCall('release'),
  markWithdrawalSent: changeCall('sent'),
  clearBlacklistMark: changeCall('clear'),
  addNote: changeCall('notes'),
  settleTransactions: { method: 'POST', path: () => '/v1/transactions/settle', needsJson: true },
  importStatementFile: { method: 'POST', path: () => '/v1/statements', takesFile: true },
  importStatementText: { method: 'POST', path: () => '/v1/statements/text' },
  previewStatementFile: { method: 'POST', path: () => '/v1/statements/preview', takesFile: true },
  previewStatementText: { method: 'POST', path: () => '/v1/statements/text/preview' },
  listStatementFiles: { method: 'GET', path: () => '/v1/statements/files' },
  listStatements: { method: 'GET', path: () => '/v1/statements' },
  listAccountDays: { method: 'GET', path: () => '/v1/statements/days' },
  releaseStatement: callOn('statementId', 'POST', '/v1/statements/*/release'),
  listBankProfiles: { method: 'GET', path: () => '/v1/statement-profiles' },
  saveBankProfile: { method: 'POST', path: () => '/v1/statement-profiles' },
  tryBankProfile: { method: 'POST', path: () => '/v1/statement-profiles/try' },
  getBankProfile: callOn('profileId', 'GET', '/v1/statement-profiles/*'),
  removeBankProfile: callOn('profileId', 'POST', '/v1/statement-profiles/*/remove'),
  listStatementLines: { method: 'GET', path: () => '/v1/statement-lines' },
  countStatementLines: { method: 'GET', path: () => '/v1/statement-lines/counts' },
  getStatementLine: callOn('lineId', 'GET', '/v1/statement-lines/*'),
  confirmStatementLine: callOn('lineId', 'POST', '/v1/statement-lines/*/confirm'),
  confirmStatementLines: { method: 'POST', path: () => '/v1/statement-lines/confirm', needsJson: true },
  putAwayStatementLine: callOn('lineId', 'POST', '/v1/statement-lines/*/put-away'),
  undoStatementLine: callOn('lineId', 'POST', '/v1/statement-lines/*/undo'),
  listMatchPolicies: { method: 'GET', path: () => '/v1/match-policies' },
  updateMatchPolicy: { method: 'POST', path: () => '/v1/match-policies' },
  removeMatchPolicy: { method: 'POST', path: () => '/v1/match-policies/remove' },
  listEvents: { method: 'GET', path: () => '/v1/events' },
  readCallbackSummary: { method: 'GET', path: () => '/v1/callbacks/summary' },
  listFailedCallbacks: { method: 'GET', path: () => '/v1/callbacks/failed' },
  listCallbackAttempts: { method: 'GET', path: () => '/v1/callback-attempts' },
  redeliverCallback: {
    method: 'POST',
    path: ({ eventId }) => `/v1/events/${encodeURIComponent(String(eventId))}/redeliver`,
    inPath: ['eventId'],
  },
  redeliverFailedCallbacks: { method: 'POST', path: () => '/v1/callbacks/redeliver-failed' },
  settleTestTransaction: callOn('transactionId', 'POST', '/v1/test/transactions/*/settle'),
  rejectTestTransaction: callOn('transactionId', 'POST', '/v1/test/transactions/*/reject'),
  reverseTestTransaction: callOn('transactionId', 'POST', '/v1/test/transactions/*/reverse'),
  expireTestTransaction: callOn('transactionId', 'POST', '/v1/test/transactions/*/expire'),
};

/** Encodes fields as text for forms and queries. A field with a list of values is repeated. */
function encodeForm(input: Input): string {
  const pairs = Object.entries(input).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one) => [name, String(one)]),
  );
  return new URLSearchParams(pairs).toString();
}

function fileBody({ bytes }: Input) {
  return { body: String(bytes), contentType: 'application/octet-stream' };
}

function restClient(
  name: SurfaceName,
  methods: readonly RestCall['method'][],
  encodeBody: (input: Input) => { readonly body: string; readonly contentType: string },
): SurfaceClient {
  return {
    name,
    offers(operation) {
      const restCall = REST_CALLS[operation];
      if (restCall?.needsJson && name === 'rest form') return false;
      return methods.some((method) => method === restCall?.method);
    },
    async run(service, surfaceCall) {
      const { method, path, inPath = [], takesFile } = REST_CALLS[surfaceCall.operation]!;
      const elsewhere = takesFile ? ['bytes'] : inPath;
      const fields = Object.entries(surfaceCall.input).filter(([field]) => !elsewhere.includes(field));
      const query = encodeForm(Object.fromEntries(fields));
      const hasQuery = (method === 'GET' || takesFile) && query !== '';
      const target = path(surfaceCall.input) + (hasQuery ? `?${query}` : '');
      const body = takesFile ? fileBody(surfaceCall.input) : encodeBody(Object.fromEntries(fields));
      const { status, json, text } = await send(service, surfaceCall, {
        target,
        ...(method === 'POST' && body),
      });
      ensure(json.status === status, json);
      if (!json.error) return { ...success(json), text };
      ensure(json.data === null, json);
      return { ...failure(json), text };
    },
  };
}

/** Encodes text as URLs do: an apostrophe would be sent as %27, so it must be signed as that. */
function encodeQuery(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** The procedures and their kinds, without the subscription. */
export const TRPC_CALLS: Readonly<Partial<Record<OperationName, readonly ['query' | 'mutation', string]>>> = {
  createDeposit: ['mutation', 'deposits.create'],
  createWithdrawal: ['mutation', 'withdrawals.create'],
  whoAmI: ['query', 'whoAmI'],
  signIn: ['mutation', 'signIn'],
  listAudit: ['query', 'audit.list'],
  listAvailableBanks: ['query', 'banks.list'],
  listLastChanges: ['query', 'transactions.lastChanges'],
  listFilterChoices: ['query', 'transactions.filterChoices'],
  listTransactions: ['query', 'transactions.list'],
  readQueueTotals: ['query', 'transactions.queueTotals'],
  getTransaction: ['query', 'transactions.get'],
  settleTransaction: ['mutation', 'transactions.settle'],
  rejectTransaction: ['mutation', 'transactions.reject'],
  reverseTransaction: ['mutation', 'transactions.reverse'],
  correctTransaction: ['mutation', 'transactions.correct'],
  cancelTransaction: ['mutation', 'transactions.cancel'],
  undoTransition: ['mutation', 'transactions.undo'],
  settleTransactions: ['mutation', 'transactions.settleMany'],
  claimWithdrawal: ['mutation', 'transactions.claim'],
  releaseWithdrawal: ['mutation', 'transactions.release'],
  markWithdrawalSent: ['mutation', 'transactions.markSent'],
  clearBlacklistMark: ['mutation', 'transactions.clearBlacklistMark'],
  addNote: ['mutation', 'transactions.addNote'],
  importStatementText: ['mutation', 'statements.importText'],
  previewStatementText: ['mutation', 'statements.previewText'],
  listStatementFiles: ['query', 'statements.files'],
  listStatements: ['query', 'statements.list'],
  listAccountDays: ['query', 'statements.days'],
  releaseStatement: ['mutation', 'statements.release'],
  listBankProfiles: ['query', 'statements.profiles.list'],
  getBankProfile: ['query', 'statements.profiles.get'],
  saveBankProfile: ['mutation', 'statements.profiles.save'],
  removeBankProfile: ['mutation', 'statements.profiles.remove'],
  tryBankProfile: ['mutation', 'statements.profiles.try'],
  listStatementLines: ['query', 'statements.lines.list'],
  countStatementLines: ['query', 'statements.lines.counts'],
  getStatementLine: ['query', 'statements.lines.get'],
  confirmStatementLine: ['mutation', 'statements.lines.confirm'],
  confirmStatementLines: ['mutation', 'statements.lines.confirmTogether'],
  putAwayStatementLine: ['mutation', 'statements.lines.putAway'],
  undoStatementLine: ['mutation', 'statements.lines.undo'],
  listMatchPolicies: ['query', 'matchPolicies.list'],
  updateMatchPolicy: ['mutation', 'matchPolicies.update'],
  removeMatchPolicy: ['mutation', 'matchPolicies.remove'],
  listEvents: ['query', 'events.list'],
  listCallbackAttempts: ['query', 'callbacks.attempts'],
  readCallbackSummary: ['query', 'callbacks.summary'],
  listFailedCallbacks: ['query', 'callbacks.failed'],
  redeliverCallback: ['mutation', 'callbacks.redeliver'],
  redeliverFailedCallbacks: ['mutation', 'callbacks.redeliverFailed'],
  settleTestTransaction: ['mutation', 'test.settle'],
  rejectTestTransaction: ['mutation', 'test.reject'],
  reverseTestTransaction: ['mutation', 'test.reverse'],
  expireTestTransaction: ['mutation', 'test.expire'],
};

const trpc: SurfaceClient = {
  name: 'trpc',
  offers: (operation) => operation in TRPC_CALLS,
  async run(service, surfaceCall) {
    const [kind, path] = TRPC_CALLS[surfaceCall.operation]!;
    const input = writeJson(surfaceCall.input);
    const request =
      kind === 'query'
        ? { target: `/trpc/${path}?input=${encodeQuery(input)}` }
        : { target: `/trpc/${path}`, body: input, contentType: JSON_TYPE };
    const { status, json, text } = await send(service, surfaceCall, request);
    if (!json.error) return { ...success(json.result.data), text };
    ensure(json.error.data.status === status, json);
    ensure(json.error.data.code === json.error.data.error.type, json);
    return { ...failure(json.error.data), text };
  },
};

/** GraphQL's other names of fields: the direction of reading determines the name of the page size. */
const GRAPHQL_FIELDS: Readonly<Record<string, string>> = { first: 'limit', last: 'limit' };

const graphql: SurfaceClient = {
  name: 'graphql',
  offers: (operation) => operation in GRAPHQL_CALLS,
  async run(service, surfaceCall) {
    const { document, variables, read } = GRAPHQL_CALLS[surfaceCall.operation]!;
    const body = writeJson({ query: document, variables: variables(surfaceCall.input) });
    const { json, text } = await send(service, surfaceCall, {
      target: '/graphql',
      body,
      contentType: JSON_TYPE,
    });
    if (!json.errors) return { status: 200, data: read(json.data.answer, surfaceCall.input), text };
    const failures: Content[] = json.errors.map(({ message, extensions }: Json) => {
      ensure(extensions.code === extensions.error.type, extensions);
      ensure(message === extensions.error.message, extensions);
      return failure(extensions);
    });
    const paths = failures.flatMap(({ error }) => error!.fields!);
    const fields = paths.includes('variables')
      ? undefined
      : paths.map((path) => GRAPHQL_FIELDS[path] ?? path);
    return { ...failures[0]!, error: { ...failures[0]!.error!, fields }, text };
  },
};

/**
 * A client for each surface. REST with JSON offers only operations with a body: queries are the same as with a
 * form.
 */
export const SURFACES: readonly SurfaceClient[] = [
  restClient('rest form', ['GET', 'POST'], (input) => ({ body: encodeForm(input), contentType: FORM_TYPE })),
  restClient('rest json', ['POST'], (input) => ({ body: writeJson(input), contentType: JSON_TYPE })),
  graphql,
  trpc,
];
