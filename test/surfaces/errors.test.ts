import { describe, expect, test } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import {
  type ApiResponse,
  call,
  DEPOSIT,
  depositFields,
  OPERATOR,
  startTestService,
  WITHDRAW,
  withdrawalFields,
} from '../harness.ts';
import { createBank, createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { withLockHeld, withoutTransactions } from '../support/refusing-database.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

/** The table of the contract. */
const CONTRACT: Record<ErrorType, number> = {
  error_validation: 400,
  error_missing_credentials: 401,
  error_invalid_sign: 403,
  not_authorized: 403,
  error_transaction_blacklisted: 403,
  error_site_not_found: 404,
  error_bank_not_found: 404,
  error_transaction_not_found: 404,
  error_route_not_found: 404,
  error_method_not_allowed: 405,
  error_process_id_conflict: 409,
  error_stale_sequence: 409,
  error_transition_not_allowed: 409,
  error_payload_too_large: 413,
  error_unsupported_media_type: 415,
  error_bank_unavailable: 422,
  error_amount_out_of_bank_limits: 422,
  error_final_amount_unusual: 422,
  error_claimed: 409,
  error_not_claimed: 409,
  error_in_payout: 409,
  error_payout_by_batch_only: 409,
  error_undo_too_late: 409,
  error_rate_limited: 429,
  error_internal: 500,
  error_no_account_available: 503,
  error_unavailable: 503,
};

/** Errors of transitions, which have their own tests. */
const LATER = [
  'error_stale_sequence',
  'error_transition_not_allowed',
  'error_final_amount_unusual',
  'error_claimed',
  'error_not_claimed',
  'error_in_payout',
  'error_payout_by_batch_only',
  'error_undo_too_late',
] as const;

const deposit = (changes: Record<string, string> = {}, headers = {}) =>
  call(service(), DEPOSIT, { body: depositFields(changes), headers });

/** One way to provoke each error. The compiler checks that none is missing. */
const provoke: Record<Exclude<ErrorType, (typeof LATER)[number]>, () => Promise<ApiResponse>> = {
  error_validation: () => deposit({ amount: 'x' }),
  error_missing_credentials: () => deposit({}, { sign: '' }),
  error_invalid_sign: () => deposit({}, { sign: 'x' }),
  not_authorized: () => deposit({ onBehalfOf: OPERATOR.appKey }),
  error_transaction_blacklisted: async () => {
    const entry = { id: 'listed', clientId: null, value: 'listed', reason: null, createdAtMs: 0 };
    await service().dependencies.db.run('addToBlacklist', { entry: { ...entry, kind: 'userId' } });
    return deposit({ userId: 'listed' });
  },
  error_site_not_found: () => deposit({}, { appKey: 'unknown' }),
  error_bank_not_found: () => deposit({ bankId: 'unknown' }),
  error_transaction_not_found: () => call(service(), '/v1/transactions/0123456789abcdef01234567'),
  error_route_not_found: () => call(service(), '/v1/unknown'),
  error_method_not_allowed: () => call(service(), DEPOSIT, { method: 'DELETE' }),
  error_process_id_conflict: async () => {
    const { processId } = expectData(await deposit());
    return deposit({ processId });
  },
  error_payload_too_large: () =>
    rawCall(service(), {
      method: 'POST',
      target: DEPOSIT,
      headers: { 'content-type': 'application/json', 'content-length': '65537' },
    }),
  error_unsupported_media_type: () => call(service(), DEPOSIT, { body: 'x', contentType: 'text/plain' }),
  error_bank_unavailable: async () => {
    const bank = await createBank(service(), { active: false });
    return deposit({ bankId: bank.id });
  },
  error_amount_out_of_bank_limits: () => deposit({ amount: '0.01' }),
  error_rate_limited: askTooOften,
  error_internal: () => withoutTransactions(service(), () => deposit()),
  error_no_account_available: async () => {
    const bank = await createBank(service(), { withAccount: false });
    return deposit({ bankId: bank.id });
  },
  error_unavailable: () => withLockHeld(service(), () => deposit()),
};

const RETRY_LATER = ['error_rate_limited', 'error_no_account_available', 'error_unavailable'];

describe('every error of the table', () => {
  test('has the status of the contract', () => {
    expect(ERROR_STATUS).toEqual(CONTRACT);
  });

  test.each(Object.entries(provoke))('%s is returned, with advice for the caller', async (type, way) => {
    const response = await way();
    const { message } = expectFailure(response, type as ErrorType);
    expect(response.status).toBe(CONTRACT[type as ErrorType]);
    expect(message).toMatch(/^[^\n]{15,}\.$/);
    expect(response.headers.get('retry-after') ?? '').toMatch(
      RETRY_LATER.includes(type) ? /^[1-9]\d*$/ : /^$/,
    );
  });
});

describe('an unexpected error', () => {
  test('is masked, and logged under the id in the response', async () => {
    const fields = depositFields({ name: 'Masked Name' });
    const response = await withoutTransactions(service(), () => call(service(), DEPOSIT, { body: fields }));
    const { message, ...rest } = expectFailure(response, 'error_internal');
    expect(rest).toEqual({ type: 'error_internal' });
    expect(response.text).not.toMatch(/sql|table|transactions|\.ts|node_modules|stack/i);
    const errorId = /[0-9a-f-]{36}/.exec(message)?.[0] ?? 'none';
    const lines = service().logLines.filter((line) => line.includes(errorId));
    expect(lines).toHaveLength(1);
    const logged = JSON.parse(lines[0] ?? '');
    expect(logged).toMatchObject({ level: 50, requestId: response.headers.get('x-request-id'), errorId });
    expect(logged.err.message).toMatch(/no such table|does not exist/);
    expect(lines[0]).not.toMatch(/Masked|demo-merchant-secret/);
  });

  test('has a new id each time', async () => {
    const [first, second] = await withoutTransactions(service(), async () => [
      await deposit(),
      await deposit(),
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

test('while another process holds the lock, writes get 503, and reads and health work', async () => {
  await withLockHeld(service(), async () => {
    const refused = call(service(), WITHDRAW, { body: withdrawalFields() });
    expectData(await call(service(), '/v1/transactions'));
    expectData(await call(service(), '/healthz'));
    expectFailure(await refused, 'error_unavailable');
  });
  expectData(await call(service(), WITHDRAW, { body: withdrawalFields() }));
});

async function askTooOften(): Promise<ApiResponse> {
  await using limited = await startTestService({ env: { RATE_LIMIT_PER_SECOND: '1' } });
  const as = await createClient(limited);
  let response = await call(limited, '/v1/available-banks', { as });
  for (let attempt = 0; attempt < 100 && response.status === 200; attempt += 1)
    response = await call(limited, '/v1/available-banks', { as });
  return response;
}
