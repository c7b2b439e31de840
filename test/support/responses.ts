import { expect } from 'vitest';
import type { ErrorType } from '../../src/domain/errors.ts';
import { ERROR_STATUS } from '../../src/operations/error-table.ts';
import type { ApiResponse, Json } from '../harness.ts';

/** Asserts a failure of the type, in the form that every failure has. @returns its error object. */
export function expectFailure(answer: ApiResponse, type: ErrorType): Json {
  expect(answer.json?.error?.type, answer.text).toBe(type);
  expect(answer.status).toBe(ERROR_STATUS[type]);
  expect(answer.json.status).toBe(answer.status);
  expect(answer.json.data).toBeNull();
  return answer.json.error;
}

/** Asserts that exactly these fields are refused, each with a message that names it. */
export function expectInvalid(answer: ApiResponse, ...paths: readonly string[]): void {
  const { fields } = expectFailure(answer, 'error_validation');
  expect(fields.map((field: Json) => field.path)).toEqual(paths);
  for (const field of fields) if (field.path !== 'body') expect(field.message).toContain(`${field.path} `);
}

/** Asserts a 200. @returns its data. */
export function expectData(answer: ApiResponse): Json {
  expect(answer.status, answer.text).toBe(200);
  return answer.json.data;
}
