import type { StatementPart } from '../../domain/statement.ts';

/** Whatever else is written, or asked of the process, waits no longer than for one slice. */
const MOST_PARTS = 100;
/** Ordinary lines have about 100 characters. A hostile file has thousands in each, and all are searched. */
const MOST_CHARACTERS = 40_000;

/** The characters of a line that are searched for references and names. */
export function charactersOf({ remittance, counterpartyName }: TextsOfLine): number {
  return remittance.reduce((sum, { length }) => sum + length, counterpartyName?.length ?? 0);
}

type TextsOfLine = Pick<Extract<StatementPart, { kind: 'line' }>['line'], 'remittance' | 'counterpartyName'>;

/** Divides a batch of parts, in order, into slices of bounded work. */
export function* slicesOf(batch: readonly StatementPart[]): Generator<readonly StatementPart[], void, void> {
  let slice: StatementPart[] = [];
  let characters = 0;
  for (const part of batch) {
    slice.push(part);
    if (part.kind === 'line') characters += charactersOf(part.line);
    if (slice.length < MOST_PARTS && characters < MOST_CHARACTERS) continue;
    yield slice;
    slice = [];
    characters = 0;
  }
  if (slice.length > 0) yield slice;
}
