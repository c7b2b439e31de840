import { z } from 'zod';
import { fileOut } from '../../operations/file-out.ts';
import type { Operation } from '../../operations/operation.ts';
import { GROUPS, LEGACY_CALLS } from './calls.ts';

/** A REST route and its operation. A GET route also takes HEAD. */
export interface OperationRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
  readonly acceptsPlainSign: boolean;
  /** Whether the body is the field `bytes`, and all other fields are in the query. */
  readonly takesFile: boolean;
  /** Whether the response is a file, and no envelope. */
  readonly givesFile: boolean;
  /** The group of calls that the document lists it under. */
  readonly tag: string;
}

/** Every REST route. */
export const routes: readonly OperationRoute[] = GROUPS.flatMap(({ tag, calls }) =>
  Object.entries(calls).map(([call, operation]) => {
    const [method, path = ''] = call.split(' ');
    return {
      method: method === 'GET' ? 'GET' : 'POST',
      path,
      operation,
      acceptsPlainSign: LEGACY_CALLS.includes(operation),
      takesFile: operation.input instanceof z.ZodObject && 'bytes' in operation.input.shape,
      givesFile: operation.output === fileOut,
      tag,
    };
  }),
);
