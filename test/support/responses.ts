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
