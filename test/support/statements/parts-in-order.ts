import {
  READ_LIMITS,
  type ReadLimits,
  type StatementLine,
  type StatementPart,
  type StatementProblem,
  type StatementReader,
} from '../../../src/reconciliation/domain/statement.ts';

/** Text as UTF-8, or bytes as they are. */
export function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? new TextEncoder().encode(file) : file;
}

/** All parts of a file. */
export function readParts(
  read: StatementReader,
  file: string | Uint8Array,
  limits: Partial<ReadLimits> = {},
): readonly StatementPart[] {
  return [...read(bytesOf(file), { ...READ_LIMITS, ...limits })];
}

export function linesIn(parts: readonly StatementPart[]): readonly StatementLine[] {
  return parts.flatMap((part) => (part.kind === 'line' ? [part.line] : []));
}

export function problemsIn(parts: readonly StatementPart[]): readonly StatementProblem[] {
  return parts.flatMap((part) => (part.kind === 'problem' ? [part.problem] : []));
}

/** Bytes that count how often somebody takes a piece of them. */
export class CountedBytes extends Uint8Array {
  taken = 0;

  override subarray(begin?: number, end?: number): Uint8Array<ArrayBuffer> {
    this.taken += 1;
    return new Uint8Array(this.slice(begin, end));
  }

  // A piece of them is plain bytes.
  static get [Symbol.species]() {
    return Uint8Array;
  }
}
