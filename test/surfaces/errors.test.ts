import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import {
  ADMIN,
  type ApiResponse,
  type Credentials,
  call,
  DEMO_BANK_ID,
  DEPOSIT,
  depositFields,
  MERCHANT,
  OPERATOR,
  startTestService,
  type TestService,
  temporaryFolder,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { attack, describeAttack } from '../malformed/attack.ts';
import { expectAgreement } from '../support/agreement.ts';
import { type Answer, differenceOf } from '../support/alike.ts';
import { badInputs, isAsked } from '../support/bad-inputs.ts';
import { createAccount, createBank } from '../support/entities.ts';
import type { Input } from '../support/graphql-calls.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { operationOf } from '../support/operations.ts';
import { type RawRequest, rawCall } from '../support/raw-http.ts';
import { withLockHeld, withoutTransactions } from '../support/refusing-database.ts';
import { expectData, expectFailure, expectGraphqlFailure, expectRpcFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { strayInputs } from '../support/stray-inputs.ts';
import { SURFACES, type SurfaceClient, type SurfaceRequest } from '../support/surfaces.ts';

const service = useService();

describe('errors', () => {
  const limited = useService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
  /** It waits for no lock that is held as long as a request lasts. */
  const impatient = useService({ limits: { lockMs: 20 } });

  test.each(SURFACES.filter(({ name }) => name !== 'rest form'))(
    'over $name an optional field of a create or a query that is null counts as left out',
    async (surface) => {
      const { amount: _, ...fields } = depositFields();
      const input = { ...fields, amount: 500, returnUrl: null };
      expect((await surface.run(service(), { operation: 'createDeposit', input })).error).toBeUndefined();
      if (!surface.offers('listTransactions')) return;
      const list = { operation: 'listTransactions', input: { processId: fields.processId, status: null } };
      expect((await surface.run(service(), list)).data.items).toHaveLength(1);
    },
  );

  const inJson = SURFACES.filter(({ name }) => name === 'rest json' || name === 'trpc');
  test.each(inJson)('over $name a decision whose sequence is null is refused', async (surface) => {
    const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
    const input = { transactionId, sequence: null };
    const { error } = await surface.run(service(), { operation: 'cancelTransaction', input });
    expect(error).toMatchObject({ type: 'error_validation', fields: ['sequence'] });
  });

  /** How a request meets an error. */
  interface Way {
    readonly operation: string;
    /** Makes what the request is about, and its input. */
    readonly input: () => Input | Promise<Input>;
    /** The demo merchant by default; null for a call without credentials. */
    readonly as?: Credentials | null;
    /** Changes the request on its way. One without a key is sent as it is. */
    readonly edit?: (request: SurfaceRequest) => RawRequest | (SurfaceRequest & { readonly method: string });
    /** What holds while it is sent. */
    readonly during?: (send: (to?: TestService) => Promise<ApiResponse>) => Promise<ApiResponse>;
  }

  const deposit = (changes: Input = {}): Input => ({ ...depositFields(), amount: 500, ...changes });

  const create = async (target: string, fields: Record<string, string>) => {
    const { transactionId } = expectData(await call(service(), target, { body: fields }));
    return { transactionId, sequence: 1 };
  };

  const newDeposit = () => create(DEPOSIT, depositFields());
  const newWithdrawal = () => create(WITHDRAW, withdrawalFields());

  /** Runs an operation of the desk. */
  async function decide(operation: string, input: Input, as = OPERATOR): Promise<Input> {
    const { data, text } = await SURFACES[1]!.run(service(), { operation, input, as });
    return data ?? expect.fail(text);
  }

  const creating = (input: Way['input']): Way => ({ operation: 'createDeposit', input });
  const ofDesk = (operation: string, input: Way['input']): Way => ({ operation, input, as: OPERATOR });
  const UNKNOWN: Credentials = { appKey: 'unknown', secret: 'unknown' };
  const IMPOSTOR: Credentials = { appKey: MERCHANT.appKey, secret: 'another-secret' };

  /** One way to provoke each error, on every surface. The compiler checks that none is missing. */
  const provoke: Readonly<Record<ErrorType, Way>> = {
    error_validation: creating(() => deposit({ userId: ' ' })),
    error_missing_credentials: { ...creating(deposit), as: null },
    error_invalid_sign: { ...creating(deposit), as: IMPOSTOR },
    not_authorized: creating(() => deposit({ onBehalfOf: OPERATOR.appKey })),
    error_transaction_blacklisted: creating(async () => {
      const userId = depositFields().userId ?? '';
      const entry = { id: userId, clientId: null, value: userId, reason: null, createdAtMs: 0 };
      await service().dependencies.db.run('addToBlacklist', { entry: { ...entry, kind: 'userId' } });
      return deposit({ userId });
    }),
    error_site_not_found: { ...creating(deposit), as: UNKNOWN },
    error_bank_not_found: creating(() => deposit({ bankId: 'unknown' })),
    error_transaction_not_found: {
      operation: 'getTransaction',
      input: () => ({ transactionId: '0123456789abcdef01234567' }),
    },
    error_route_not_found: {
      ...creating(deposit),
      edit: ({ target, ...request }) => ({ ...request, target: target.replace(/^(\/\w+\/).*/, '$1unknown') }),
    },
    error_method_not_allowed: {
      ...creating(deposit),
      edit: ({ target }) => ({ target, method: 'DELETE' }),
    },
    error_process_id_conflict: creating(async () => {
      const fields = depositFields();
      expectData(await call(service(), DEPOSIT, { body: fields }));
      return { ...fields, amount: 501 };
    }),
    error_stale_sequence: ofDesk('settleTransaction', async () => ({ ...(await newDeposit()), sequence: 9 })),
    error_transition_not_allowed: ofDesk('reverseTransaction', async () => ({
      ...(await newDeposit()),
      reason: 'It is back',
    })),
    error_payload_too_large: {
      ...creating(deposit),
      edit: ({ target }) => ({
        target,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': String(4 * 2 ** 20) },
      }),
    },
    error_unsupported_media_type: {
      ...creating(deposit),
      edit: (request) => ({ ...request, body: 'x', contentType: 'text/plain' }),
    },
    error_bank_unavailable: creating(async () =>
      deposit({ bankId: (await createBank(service(), { active: false })).id }),
    ),
    error_amount_out_of_bank_limits: creating(() => deposit({ amount: 0.01 })),
    error_final_amount_unusual: ofDesk('settleTransaction', async () => ({
      ...(await newDeposit()),
      finalAmount: 5,
    })),
    error_claimed: ofDesk('claimWithdrawal', async () => {
      const { transactionId } = await newWithdrawal();
      await decide('claimWithdrawal', { transactionId }, ADMIN);
      return { transactionId };
    }),
    error_not_claimed: ofDesk('markWithdrawalSent', async () => {
      const { transactionId } = await newWithdrawal();
      return { transactionId };
    }),
    error_in_payout: ofDesk('claimWithdrawal', async () => {
      const { transactionId } = await newWithdrawal();
      const { id: accountId } = await createAccount(service(), { bankId: DEMO_BANK_ID });
      await decide('preparePayout', { transactionIds: [transactionId], accountId });
      return { transactionId };
    }),
    error_payout_by_batch_only: {
      ...ofDesk('claimWithdrawal', async () => {
        const { transactionId } = await newWithdrawal();
        return { transactionId };
      }),
      async during(send) {
        await decide('setPayoutPolicy', { byHandAllowed: false }, ADMIN);
        const response = await send();
        await decide('setPayoutPolicy', {}, ADMIN);
        return response;
      },
    },
    error_undo_too_late: ofDesk('undoTransition', async () => {
      const target = await newDeposit();
      await decide('settleTransaction', target);
      return target;
    }),
    error_rate_limited: {
      operation: 'listAvailableBanks',
      input: () => ({}),
      async during(send) {
        let response = await send(limited());
        for (let attempt = 0; attempt < 100 && !response.text.includes('error_'); attempt += 1)
          response = await send(limited());
        return response;
      },
    },
    error_internal: { ...creating(deposit), during: (send) => withoutTransactions(service(), send) },
    error_no_account_available: creating(async () =>
      deposit({ bankId: (await createBank(service(), { withAccount: false })).id }),
    ),
    error_unavailable: {
      ...creating(deposit),
      during: (send) => withLockHeld(impatient(), () => send(impatient())),
    },
  };

  const RETRY_LATER = ['error_rate_limited', 'error_no_account_available', 'error_unavailable'];

  /** GraphQL has one route, and its queries are of GET and POST alike. */
  const CANNOT: Partial<Record<ErrorType, readonly string[]>> = { error_route_not_found: ['graphql'] };

  /** Sends a request as a surface does. */
  function sendOver(to: TestService, surface: SurfaceClient, { as, edit }: Way, request: SurfaceRequest) {
    const edited = edit?.(request) ?? request;
    const accept = surface.name === 'graphql' ? { accept: 'application/graphql-response+json' } : {};
    if (!('contentType' in edited) && edit) {
      const { headers } = edited as RawRequest;
      return rawCall(to, { ...edited, headers: { ...accept, ...headers } });
    }
    const { target, ...rest } = edited as SurfaceRequest;
    const unsigned = as === null && { appKey: '', sign: '' };
    return call(to, target, {
      ...rest,
      as: as ?? MERCHANT,
      sign: 'timed',
      headers: { ...accept, ...unsigned },
    });
  }

  /** Asserts the failure in the form of a surface. @returns its message. */
  function expectFailureOf(surface: SurfaceClient, response: ApiResponse, type: ErrorType): string {
    if (surface.name === 'graphql') return expectGraphqlFailure(response, type).message;
    if (surface.name === 'trpc') return expectRpcFailure(response, type).message;
    return expectFailure(response, type).message;
  }

  /** The status of each error in the table of the documentation. */
  function documentedStatuses() {
    const text = readFileSync(new URL('../../docs/rest.md', import.meta.url), 'utf8');
    const rows = text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (\d{3}) \|/gm);
    return [...rows].flatMap(([, names = '', status]) =>
      [...names.matchAll(/\w+/g)].map(([name]) => [name, Number(status)] as const),
    );
  }

  describe('every error of the table', () => {
    test('has the status that is documented', () => {
      expect(Object.fromEntries(documentedStatuses())).toEqual(ERROR_STATUS);
    });

    test.each(Object.entries(provoke))(
      '%s is returned in the form of each surface, with advice for the caller',
      async (name, way) => {
        const type = name as ErrorType;
        for (const surface of SURFACES.filter(({ offers }) => offers(way.operation))) {
          if (CANNOT[type]?.includes(surface.name)) continue;
          const input = await way.input();
          const request = surface.requestOf(way.operation, input);
          const send = (to = service()) => sendOver(to, surface, way, request);
          const response = await (way.during ? way.during(send) : send());
          const message = expectFailureOf(surface, response, type);
          expect(message, surface.name).toMatch(/^[^\n]{15,}\.$/);
          expect(response.headers.get('retry-after') ?? '', surface.name).toMatch(
            RETRY_LATER.includes(type) ? /^[1-9]\d*$/ : /^$/,
          );
        }
      },
    );
  });

  describe('an unexpected error', () => {
    test.each(['rest form', 'graphql', 'trpc'])(
      'is masked, and logged once under the id in the response of %s',
      async (name) => {
        const surface = SURFACES.find((one) => one.name === name)!;
        const request = surface.requestOf('createDeposit', deposit({ name: 'Masked Name' }));
        const way = provoke.error_internal;
        const response = await withoutTransactions(service(), () =>
          sendOver(service(), surface, way, request),
        );
        const message = expectFailureOf(surface, response, 'error_internal');
        expect(response.text).not.toMatch(/sql|no such|\btable|transactions|\.ts|node_modules|stack/i);
        const errorId = /[0-9a-f-]{36}/.exec(message)?.[0] ?? 'none';
        const lines = service().logLines.filter((line) => line.includes(errorId));
        expect(lines).toHaveLength(1);
        const logged = JSON.parse(lines[0] ?? '');
        expect(logged).toMatchObject({ level: 50, requestId: response.headers.get('x-request-id'), errorId });
        expect(logged.err.message).toMatch(/no such table|does not exist/);
        expect(lines[0]).not.toMatch(/Masked|demo-merchant-secret/);
      },
    );

    test('has a new id each time', async () => {
      const [first, second] = await withoutTransactions(service(), async () => [
        await call(service(), DEPOSIT, { body: depositFields() }),
        await call(service(), DEPOSIT, { body: depositFields() }),
      ]);
      expect(first?.json.error.message).not.toBe(second?.json.error.message);
    });

    test('stores nothing, and the request succeeds once its cause is gone', async () => {
      const fields = depositFields();
      const send = () => call(service(), DEPOSIT, { body: fields });
      expectFailure(await withoutTransactions(service(), send), 'error_internal');
      expect(expectData(await send())).not.toHaveProperty('alreadyPending');
    });

    test('is masked in reads as in writes', async () => {
      const read = () => call(service(), '/v1/transactions');
      expectFailure(await withoutTransactions(service(), read), 'error_internal');
      expectData(await read());
    });
  });
});

describe('parity', () => {
  // What is refused changes nothing: all surfaces ask one service. Good inputs are compared by audit/commands.test.ts.
  const TIMEOUT_MS = IS_LONG ? 900_000 : 180_000;

  test('every surface refuses each bad value with the same error about the same fields', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const cases = badInputs();
    const differences: string[] = [];
    let compared = 0;
    for (const one of cases) {
      const answers: Answer[] = [];
      for (const surface of SURFACES.filter(({ name }) => isAsked(name, one)))
        answers.push({ surface: surface.name, outcome: await surface.run(service(), one) });
      compared += answers.length;
      const done = answers
        .filter(({ outcome }) => !outcome.error)
        .map(({ surface }) => `${one.name}: done over ${surface}`);
      differences.push(...done, ...[differenceOf(one.name, answers) ?? []].flat());
    }
    process.stdout.write(`bad inputs: ${cases.length} cases, ${compared} responses\n`);
    expect(cases.length).toBeGreaterThanOrEqual(IS_LONG ? 5000 : 50);
    expect(differences).toEqual([]);
  });

  const STRAY = strayInputs();

  test('no command takes an unknown field, in any of its objects', () => {
    const taken = STRAY.filter(
      ({ operation, input }) => operationOf(operation).input.safeParse(input).success,
    );
    expect(STRAY.length).toBeGreaterThan(100);
    expect(taken.map(({ name }) => name)).toEqual([]);
  });

  test('every surface refuses each field that a command does not take, and each null without a meaning', async () => {
    const accepted: string[] = [];
    for (const one of everyNth(7, STRAY))
      for (const surface of SURFACES.filter(({ name }) => isAsked(name, one))) {
        const { error } = await surface.run(service(), one);
        // GraphQL's own types name no fields.
        const isNamed = error?.fields === undefined || error.fields.includes(one.path);
        if (error?.type !== 'error_validation' || !isNamed)
          accepted.push(`${one.name}, over ${surface.name}`);
      }
    expect(accepted).toEqual([]);
  });

  const CREATES = SURFACES.filter(({ name }) => name !== 'graphql').flatMap((surface) =>
    [
      { operation: 'createDeposit', fields: depositFields },
      { operation: 'createWithdrawal', fields: withdrawalFields },
    ].map((create) => ({ ...create, surface, name: surface.name })),
  );
  test.each(CREATES)(
    '$operation over $name ignores unknown fields',
    async ({ operation, fields, surface }) => {
      const input = { ...fields(), amount: 500, unheardOf: 'x' };
      expect((await surface.run(service(), { operation, input })).error).toBeUndefined();
    },
  );
});

describe('malformed', () => {
  const SEED = 20_261_121;
  const COUNT = 120;

  // The long form is test/malformed/run.ts.
  test('no malformed request makes the service fail, on any surface, and it works on afterwards', async () => {
    using folder = temporaryFolder();
    await using service = await startTestService({ folder: folder.path });
    const report = await attack(service, COUNT, SEED);
    process.stdout.write(`seed ${SEED}, ${describeAttack(report)}\n`);
    expect(report.failures).toEqual([]);
    expect(report.errorLines).toEqual([]);
    // Malformed in all ways: each layer has refused some.
    for (const status of ['200', '400', '403', '404', '413', '415'])
      expect(report.statuses[status], status).toBeGreaterThan(0);
    expectData(await call(service, DEPOSIT, { body: depositFields() }));
    await service.stop();
    await expectAgreement(service.databasePath);
  });
});
