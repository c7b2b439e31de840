import type { Operation } from '../../operations/operation.ts';

/** A REST route and its operation. A GET route also takes HEAD. */
export interface OperationRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly operation: Operation;
  /** Older clients know only the plain sign. They make these calls. */
  readonly acceptsPlainSign?: boolean;
  /** Whether the body is a file, and all else stands in the query. */
  readonly takesFile?: boolean;
}
