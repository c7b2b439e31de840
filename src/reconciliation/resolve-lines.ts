import type { KeyedLine, KeyedPart } from './domain/keyed-line.ts';
import { LinesOfKey, RunLines } from './domain/lines-of-key.ts';
import type { StatementSpan } from './domain/same-line.ts';
import type { StatementLine } from './domain/statement.ts';
import { findRuns } from './domain/statement-runs.ts';
import type { LineKey, StagedLine, StagedStatement, StatementImports } from './import-store.ts';
import type { Survey } from './survey.ts';

/** A line of a file, with the known line that it repeats, if any. */
export interface ResolvedLine {
  /** The line as the reader gave it. */
  readonly source: StatementLine;
  readonly staged: StagedLine;
  /** Whether no earlier file, and no earlier statement of this one, had it. */
  readonly isNew: boolean;
  /** The line that it repeats, in an earlier file or this one, if known. */
  readonly sameAs: string | null;
}

/** A statement with what its lines have in common. */
interface Resolving {
  readonly statement: StagedStatement;
  readonly span: StatementSpan;
  readonly run: RunLines;
}

/** A line with its statement. */
interface PlacedLine {
  readonly source: StatementLine;
  readonly keyed: KeyedLine;
  readonly of: Resolving;
}

/** Finds out which lines of a file are already known. The lines must come in the order of the file. */
export class LineResolver {
  readonly #newId: () => string;
  readonly #findEqual: StatementImports['findEqual'];
  readonly #statements: readonly (Resolving | undefined)[];
  readonly #keys = new Map<string, LinesOfKey>();
  #place = -1;

  constructor(
    newId: () => string,
    { statements }: Pick<Survey, 'statements'>,
    { findEqual }: Pick<StatementImports, 'findEqual'>,
  ) {
    this.#newId = newId;
    this.#statements = withRuns(statements);
    this.#findEqual = findEqual;
  }

  /** Takes the next parts of the file. @returns the statements that begin in them, and their lines. */
  async take(parts: readonly KeyedPart[]) {
    const begun: StagedStatement[] = [];
    const lines: PlacedLine[] = [];
    for (const part of parts) {
      if (part.kind === 'begin') this.#place += 1;
      const of = this.#statements[this.#place];
      if (!of) continue;
      if (part.kind === 'begin') begun.push(of.statement);
      if (part.kind === 'line') lines.push({ source: part.line, keyed: part.keyed, of });
    }
    await this.#load(lines.map(({ keyed: { key }, of }) => ({ accountId: of.statement.accountId, key })));
    return { begun, resolved: lines.map((line) => this.#resolve(line)) };
  }

  async #load(keys: readonly LineKey[]): Promise<void> {
    const missing = new Map(
      keys.flatMap((key) => (this.#keys.has(placeOf(key)) ? [] : [[placeOf(key), key] as const])),
    );
    if (missing.size === 0) return;
    const stored = await this.#findEqual([...missing.values()]);
    const found = new Map(stored.map((one) => [placeOf(one), one]));
    for (const place of missing.keys()) this.#keys.set(place, new LinesOfKey(found.get(place)));
  }

  #resolve({ source, keyed, of: { statement, span, run } }: PlacedLine): ResolvedLine {
    const { id: statementId, accountId } = statement;
    const id = this.#newId();
    const lines = this.#keys.get(placeOf({ accountId, key: keyed.key }));
    if (!lines) throw new Error('the key of a line was not looked up');
    const { status, bankReference, isBankReferenceTrusted, balanceAfterMinor } = keyed.line;
    const given = { status, bankReference, isBankReferenceTrusted, balanceAfterMinor, span };
    const { isNew, sameAs, occurrence } = lines.take(given, id, run);
    return { source, staged: { ...keyed, id, statementId, accountId, occurrence }, isNew, sameAs };
  }
}

function placeOf({ accountId, key }: LineKey): string {
  return `${accountId} ${key}`;
}

function withRuns(statements: Survey['statements']): readonly (Resolving | undefined)[] {
  const runs = new Map<number, RunLines>();
  const found = findRuns(statements);
  return statements.map((statement, place) => {
    const inRun = found[place];
    if (!statement || !inRun) return undefined;
    const run = runs.get(inRun.run) ?? new RunLines();
    runs.set(inRun.run, run);
    return { statement, span: inRun.span, run };
  });
}
