import type { KeyedLine, KeyedPart } from './domain/keyed-line.ts';
import { findSame, type StatementSpan } from './domain/same-line.ts';
import type { StatementLine } from './domain/statement.ts';
import type { EqualLines, LineKey, StagedLine, StagedStatement, StatementImports } from './import-store.ts';
import type { Survey } from './survey.ts';

/** A line of a file, with the stored line that it is. */
export interface ResolvedLine {
  /** The line as the reader gave it. */
  readonly source: StatementLine;
  readonly staged: StagedLine;
  /** Whether no earlier file had it. */
  readonly isNew: boolean;
  /** The stored line that it is, if that is known. */
  readonly sameAs: string | null;
}

/** A line with the statement that it is of. */
interface PlacedLine {
  readonly source: StatementLine;
  readonly keyed: KeyedLine;
  readonly statement: StagedStatement;
}

interface KeyState {
  readonly stored: EqualLines['lines'][number][];
  /** Stored lines beyond those that are looked at: as many lines are taken for them. */
  uncompared: number;
  /** The last occurrence. */
  last: number;
}

/** Finds out which lines of a file are already stored. The lines must come in the order of the file. */
export class LineResolver {
  readonly #newId: () => string;
  readonly #findEqual: StatementImports['findEqual'];
  readonly #statements: Survey['statements'];
  readonly #keys = new Map<string, KeyState>();
  #place = -1;

  constructor(
    newId: () => string,
    { statements }: Pick<Survey, 'statements'>,
    { findEqual }: Pick<StatementImports, 'findEqual'>,
  ) {
    this.#newId = newId;
    this.#statements = statements;
    this.#findEqual = findEqual;
  }

  /** Takes the next parts of the file. @returns the statements that begin in them, and their lines. */
  async take(parts: readonly KeyedPart[]) {
    const begun: StagedStatement[] = [];
    const lines: PlacedLine[] = [];
    for (const part of parts) {
      if (part.kind === 'begin') this.#place += 1;
      const statement = this.#statements[this.#place];
      if (!statement) continue;
      if (part.kind === 'begin') begun.push(statement);
      if (part.kind === 'line') lines.push({ source: part.line, keyed: part.keyed, statement });
    }
    await this.#load(lines.map(({ keyed: { key }, statement: { accountId } }) => ({ accountId, key })));
    return { begun, resolved: lines.map((line) => this.#resolve(line)) };
  }

  async #load(keys: readonly LineKey[]): Promise<void> {
    const missing = new Map(
      keys.flatMap((key) => (this.#keys.has(placeOf(key)) ? [] : [[placeOf(key), key] as const])),
    );
    if (missing.size === 0) return;
    for (const place of missing.keys()) this.#keys.set(place, { stored: [], uncompared: 0, last: 0 });
    for (const { lines, count, last, ...key } of await this.#findEqual([...missing.values()]))
      this.#keys.set(placeOf(key), { stored: [...lines], uncompared: count - lines.length, last });
  }

  #resolve({ source, keyed, statement }: PlacedLine): ResolvedLine {
    const { id: statementId, accountId } = statement;
    const { line, key } = keyed;
    const state = this.#keys.get(placeOf({ accountId, key }));
    const same = state && findSame({ ...line, span: spanOf(statement) }, state.stored);
    const isUncompared = !same && state !== undefined && state.uncompared > 0;
    if (state && same) state.stored.splice(state.stored.indexOf(same), 1);
    if (state && isUncompared) state.uncompared -= 1;
    const isNew = !same && !isUncompared;
    if (state && isNew) state.last += 1;
    const staged = { ...keyed, id: this.#newId(), statementId, accountId, occurrence: state?.last ?? 1 };
    return { source, staged, isNew, sameAs: same?.id ?? null };
  }
}

function placeOf({ accountId, key }: LineKey): string {
  return `${accountId} ${key}`;
}

function spanOf({ header, end, firstLineDate, lastLineDate }: StagedStatement): StatementSpan {
  return {
    kind: header.kind,
    sequenceNumber: header.sequenceNumber,
    page: header.page,
    firstLineDate,
    lastLineDate,
    openingMinor: header.opening?.amountMinor ?? null,
    closingMinor: end.closing?.amountMinor ?? null,
  };
}
