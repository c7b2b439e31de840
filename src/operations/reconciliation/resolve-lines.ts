import { lineKeyOf } from '../../domain/line-key.ts';
import { readLine } from '../../domain/matching/line-reading.ts';
import { lookupsOf } from '../../domain/matching/lookups.ts';
import { findSame, type StatementSpan } from '../../domain/same-line.ts';
import type { StatementLine, StatementPart } from '../../domain/statement.ts';
import { cleanTexts } from './clean-texts.ts';
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

interface KeyedLine {
  readonly source: StatementLine;
  readonly line: StatementLine;
  readonly key: string;
  readonly statement: StagedStatement;
}

interface KeyState {
  readonly stored: EqualLines['lines'][number][];
  /** Stored lines beyond those that are looked at: as many lines are taken for them. */
  uncompared: number;
  /** The last occurrence. */
  last: number;
}

/** Tells of the lines of a file, in their order, which are stored already. */
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
  async take(parts: readonly StatementPart[]) {
    const begun: StagedStatement[] = [];
    const lines: KeyedLine[] = [];
    for (const part of parts) {
      if (part.kind === 'begin') this.#place += 1;
      const statement = this.#statements[this.#place];
      if (!statement) continue;
      if (part.kind === 'begin') begun.push(statement);
      if (part.kind !== 'line') continue;
      const line = cleanTexts(part.line);
      lines.push({ source: part.line, line, key: lineKeyOf(line), statement });
    }
    await this.#load(lines.map(({ key, statement: { accountId } }) => ({ accountId, key })));
    return { begun, resolved: lines.map((line) => this.#resolve(line)) };
  }

  async #load(keys: readonly LineKey[]): Promise<void> {
    const missing = new Map(
      keys.flatMap((key) => (this.#keys.has(placeOf(key)) ? [] : [[placeOf(key), key] as const])),
    );
    if (missing.size === 0) return;
    for (const place of missing.keys()) this.#keys.set(place, { stored: [], uncompared: 0, last: 0 });
    for (const { lines, count, ...key } of await this.#findEqual([...missing.values()]))
      this.#keys.set(placeOf(key), { stored: [...lines], uncompared: count - lines.length, last: count });
  }

  #resolve({ source, line, key, statement }: KeyedLine): ResolvedLine {
    const { id: statementId, accountId } = statement;
    const state = this.#keys.get(placeOf({ accountId, key }));
    const same = state && findSame({ ...line, span: spanOf(statement) }, state.stored);
    const isUncompared = !same && state !== undefined && state.uncompared > 0;
    if (state && same) state.stored.splice(state.stored.indexOf(same), 1);
    if (state && isUncompared) state.uncompared -= 1;
    const isNew = !same && !isUncompared;
    if (state && isNew) state.last += 1;
    const staged = {
      ...{ id: this.#newId(), statementId, accountId, key, occurrence: state?.last ?? 1, line },
      ...(isNew ? readNew(line) : { references: [], debitKind: null }),
    };
    return { source, staged, isNew, sameAs: same?.id ?? null };
  }
}

/** What is looked up for a line. */
function readNew(line: StatementLine): Pick<StagedLine, 'references' | 'debitKind'> {
  const { references, transactionIds, debitKind } = lookupsOf(line, readLine(line));
  return { references: [...new Set([...references, ...transactionIds])], debitKind };
}

function placeOf({ accountId, key }: LineKey): string {
  return `${accountId} ${key}`;
}

function spanOf({ header, end, firstDate, lastDate }: StagedStatement): StatementSpan {
  return {
    ...{ kind: header.kind, sequenceNumber: header.sequenceNumber, page: header.page, firstDate, lastDate },
    openingMinor: header.opening?.amountMinor ?? null,
    closingMinor: end.closing?.amountMinor ?? null,
  };
}
