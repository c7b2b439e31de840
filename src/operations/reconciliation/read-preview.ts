import { setImmediate as nextTurn } from 'node:timers/promises';
import { keysOf, namesIn } from '../../domain/matching/other-lines.ts';
import type {
  StatementLine,
  StatementPart,
  StatementProblem,
  StatementTable,
} from '../../domain/statement.ts';
import { createCollector, type FindAccount } from './collect.ts';
import type { GivenFile, StagedEnd, StagedLine, StagedStatement } from './import-store.ts';
import type { NewLine } from './preview-rounds.ts';
import { stopIfLeft } from './preview-turns.ts';
import { charactersOf, slicesOf } from './slices.ts';
import type { Statements } from './store.ts';

/** A line of a file as a preview shows it. */
export interface ShownLine {
  /** Made for the preview only. */
  readonly lineId: string | undefined;
  readonly line: StatementLine;
  /** Whether no earlier file had it; undefined where its account is not known. */
  readonly isNew: boolean | undefined;
}

/** The content of a file of which nothing is stored. */
export interface ReadPreview {
  /** How its table was read; undefined for other formats. */
  readonly table: StatementTable | undefined;
  readonly problems: readonly StatementProblem[];
  readonly statements: readonly { readonly staged: StagedStatement; readonly end: StagedEnd | undefined }[];
  readonly lineCount: number;
  readonly newCount: number;
  /** The first lines. */
  readonly shown: readonly ShownLine[];
  /** All new lines; undefined when there are too many to decide about them here. */
  readonly newLines: readonly NewLine[] | undefined;
}

/** The lines that a preview shows. */
export const SHOWN_LINES = 200;
/** New lines of a file that a preview holds in memory, and decides about. */
export const MOST_DECIDED_LINES = 20_000;
/** The characters of their texts. Few files have as many in so many lines, and all that is read of them is kept. */
const MOST_DECIDED_CHARACTERS = 4_000_000;

interface ReadingOptions {
  readonly newId: () => string;
  readonly findAccount: FindAccount;
  /** Whether nobody waits for it any more. */
  readonly hasLeft?: (() => boolean) | undefined;
}

/** Reads a whole file, as an import would. */
export async function readPreview(
  { reading, imports }: Pick<Statements, 'reading' | 'imports'>,
  given: GivenFile,
  { newId, findAccount, hasLeft }: ReadingOptions,
): Promise<ReadPreview> {
  const contents = new Contents();
  const collector = createCollector(newId, findAccount);
  for await (const batch of reading.read(given))
    for (const slice of slicesOf(batch)) {
      stopIfLeft(hasLeft);
      const added = slice.map((part) => {
        const { statements, lines, ends } = collector.add([part]);
        contents.addStatements(statements, ends);
        return { part, staged: lines[0] };
      });
      const staged = added.flatMap((one) => one.staged ?? []);
      const known = await imports.findKnown(staged);
      const isKnown = new Map(staged.map(({ id }, index) => [id, known[index] === true]));
      for (const { part, staged } of added)
        contents.add(part, staged && { staged, isNew: isKnown.get(staged.id) === false });
      // A read of a file resolves before anything else gets its turn, and whole batches can wait.
      await nextTurn();
    }
  contents.addStatements([], collector.finish());
  return contents.result(collector.problems);
}

class Contents {
  #table: StatementTable | undefined;
  #lineCount = 0;
  #newCount = 0;
  readonly #shown: ShownLine[] = [];
  readonly #statements = new Map<string, StagedStatement>();
  readonly #ends = new Map<string, StagedEnd>();
  #newLines: NewLine[] = [];
  #newCharacters = 0;

  addStatements(statements: readonly StagedStatement[], ends: readonly StagedEnd[]): void {
    for (const statement of statements) this.#statements.set(statement.id, statement);
    for (const end of ends) this.#ends.set(end.id, end);
  }

  add(
    part: StatementPart,
    found: { readonly staged: StagedLine; readonly isNew: boolean } | undefined,
  ): void {
    if (part.kind === 'table') this.#table ??= part.table;
    if (part.kind !== 'line') return;
    this.#lineCount += 1;
    if (this.#shown.length < SHOWN_LINES)
      this.#shown.push({ line: part.line, lineId: found?.staged.id, isNew: found?.isNew });
    if (!found?.isNew) return;
    this.#newCount += 1;
    this.#newCharacters += charactersOf(part.line);
    if (this.#isDecidable) this.#newLines.push(newLine(found.staged));
    else this.#newLines = [];
  }

  get #isDecidable(): boolean {
    return this.#newCount <= MOST_DECIDED_LINES && this.#newCharacters <= MOST_DECIDED_CHARACTERS;
  }

  result(problems: readonly StatementProblem[]): ReadPreview {
    const isDecided = problems.length === 0 && this.#isDecidable;
    return {
      ...{ table: this.#table, problems, lineCount: this.#lineCount, newCount: this.#newCount },
      shown: this.#shown,
      statements: [...this.#statements.values()].map((staged) => ({
        ...{ staged, end: this.#ends.get(staged.id) },
      })),
      newLines: isDecided ? this.#newLines.map((line) => this.#ended(line)) : undefined,
    };
  }

  /** The end of a statement says whether its lines are held. */
  #ended(line: NewLine): NewLine {
    const isHeld = this.#ends.get(line.statementId)?.broken !== undefined;
    return { ...line, facts: { ...line.facts, isHeld } };
  }
}

/** Keeps of a new line, until the end of its file, the fields that decide about it. */
function newLine({
  id: lineId,
  accountId: bankAccountId,
  statementId,
  key,
  occurrence,
  line,
  references,
  debitKind,
}: StagedLine): NewLine {
  const { place, raw: _, balanceAfterMinor: __, isBankReferenceTrusted: ___, ...matchable } = line;
  const facts = { lineId, bankAccountId, isHeld: false, line: matchable };
  const keys = keysOf(facts, { references, debitKind });
  return { statementId, place, key, occurrence, facts, keys, names: namesIn(references) };
}
