import { expect } from 'vitest';
import type { ErrorType } from '../../src/kernel/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import type { ApiResponse, Json } from '../harness.ts';

/** Asserts a failure of the type, in the form that every failure has. @returns its error object. */
export function expectFailure(response: ApiResponse, type: ErrorType): Json {
  expect(response.json?.error?.type, response.text).toBe(type);
  expect(response.status).toBe(ERROR_STATUS[type]);
  expect(response.json.status).toBe(response.status);
  expect(response.json.data).toBeNull();
  return response.json.error;
}

/** The JSON-RPC code of each status. Clients reconnect a stream only after -32603. */
const RPC_CODES: Readonly<Record<number, number>> = {
  400: -32600,
  401: -32001,
  403: -32003,
  404: -32004,
  405: -32005,
  409: -32009,
  413: -32013,
  415: -32015,
  422: -32022,
  429: -32029,
  500: -32603,
  503: -32603,
};

const RESPONSE_TIME = /^\d+(\.\d\d?)?ms$/;
const VERSION = /^\d+\.\d+\.\d+$/;

/** Asserts a failure in the form of tRPC, with its status and code. @returns its error object. */
export function expectRpcFailure(response: ApiResponse, type: ErrorType): Json {
  const { message, code, data } = response.json?.error ?? {};
  expect(data?.code, response.text).toBe(type);
  const status = ERROR_STATUS[type];
  expect(response.status).toBe(status);
  expect(code).toBe(RPC_CODES[status]);
  expect(data).toEqual({
    code: type,
    status,
    error: { type, message, ...(data.error.fields && { fields: data.error.fields }) },
    responseTime: expect.stringMatching(RESPONSE_TIME),
    app_version: expect.stringMatching(VERSION),
  });
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(response.headers.get('cache-control')).toBe('no-store');
  return data.error;
}

/** Asserts that every error of a GraphQL response has the shared form. @returns the error objects. */
export function graphqlErrorsOf(response: ApiResponse): Json[] {
  expect(response.json?.errors?.length, response.text).toBeGreaterThan(0);
  return response.json.errors.map(({ message, extensions }: Json) => {
    const { code, status, error, responseTime, app_version, ...rest } = extensions;
    expect(rest).toEqual({});
    expect(error).toEqual({ type: code, message, ...(error.fields && { fields: error.fields }) });
    expect(status).toBe(ERROR_STATUS[code as ErrorType]);
    expect(responseTime).toMatch(RESPONSE_TIME);
    expect(app_version).toMatch(VERSION);
    return error;
  });
}

/**
 * Asserts a failure in the form of GraphQL, requested as application/graphql-response+json. A failure before GraphQL
 * has no data, and the status of its type.
 * @returns its error object.
 */
export function expectGraphqlFailure(response: ApiResponse, type: ErrorType): Json {
  const [error, ...more] = graphqlErrorsOf(response);
  expect([error.type, more], response.text).toEqual([type, []]);
  expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.status).toBe('data' in response.json ? 200 : ERROR_STATUS[type]);
  return error;
}

/** Asserts that exactly these fields are refused, each with a message that names it. */
export function expectInvalid(response: ApiResponse, ...paths: readonly string[]): void {
  const { fields } = expectFailure(response, 'error_validation');
  expect(fields.map((field: Json) => field.path)).toEqual(paths);
  for (const field of fields) if (field.path !== 'body') expect(field.message).toContain(`${field.path} `);
}

/** Asserts a 200. @returns its data. */
export function expectData(response: ApiResponse): Json {
  expect(response.status, response.text).toBe(200);
  return response.json.data;
}
