import { setImmediate as nextTurn } from 'node:timers/promises';
import { charactersOf } from './domain/keyed-line.ts';
import type { StatementLine, StatementProblem, StatementTable } from './domain/statement.ts';
import type { AccountFinder } from './find-account.ts';
import type { GivenFile, StagedLine, StagedStatement } from './import-store.ts';
import { MAX_DECIDED_CHARACTERS, MAX_DECIDED_LINES } from './limits.ts';
import type { NewLine } from './preview-rounds.ts';
import { stopIfLeft } from './preview-turns.ts';
import { LineResolver, type ResolvedLine } from './resolve-lines.ts';
import type { Statements } from './store.ts';
import { type Survey, surveyFile } from './survey.ts';

/** A line of a file as a preview shows it. */
export interface ShownLine {
  /** Created only for the preview. */
  readonly lineId: string | undefined;
  readonly line: StatementLine;
  /** Whether no earlier statement had it; undefined if its account is unknown. */
  readonly isNew: boolean | undefined;
}

/** The content of a file that is not stored. */
export interface ReadPreview {
  /** How its table was read; undefined for other formats. */
  readonly table: StatementTable | undefined;
  readonly problems: readonly StatementProblem[];
  readonly statements: readonly StagedStatement[];
  /** The accounts of statements that are left out. */
  readonly skippedAccounts: readonly string[];
  readonly lineCount: number;
  readonly newCount: number;
  readonly shown: readonly ShownLine[];
  /** All new lines; undefined if there are too many to decide about here. */
  readonly newLines: readonly NewLine[] | undefined;
}

/** How many lines a preview shows. */
export const SHOWN_LINES = 200;

interface ReadingOptions {
  readonly newId: () => string;
  readonly finder: AccountFinder;
  readonly hasLeft?: (() => boolean) | undefined;
}

/** Reads a whole file, as an import would. */
export async function readPreview(
  { reading, imports }: Pick<Statements, 'reading' | 'imports'>,
  given: GivenFile,
  { newId, finder, hasLeft }: ReadingOptions,
): Promise<ReadPreview> {
  const skipsUnknown = given.skipUnknownAccounts ?? false;
  const survey = await surveyFile(reading, given, { newId, finder, skipsUnknown, hasLeft });
  const contents = new Contents(survey);
  const resolver = new LineResolver(newId, survey, imports);
  for await (const batch of reading.readKeyed(given)) {
    stopIfLeft(hasLeft);
    const { resolved } = await resolver.take(batch);
    const byPlace = new Map(resolved.map((one) => [one.source, one]));
    for (const part of batch) if (part.kind === 'line') contents.add(part.line, byPlace.get(part.line));
    // Gives other work its turn: reading the next part resolves first, and whole batches can be ready.
    await nextTurn();
  }
  return contents.result();
}

class Contents {
  readonly #survey: Survey;
  #lineCount = 0;
  #newCount = 0;
  readonly #shown: ShownLine[] = [];
  #newLines: NewLine[] = [];
  #newCharacters = 0;
  readonly #held: ReadonlySet<string>;
  /** The lines that a statement which is not held contains. */
  readonly #vouched = new Set<string>();

  constructor(survey: Survey) {
    this.#survey = survey;
    this.#held = new Set(survey.statements.flatMap((one) => (one?.broken ? [one.id] : [])));
  }

  /** @param resolved undefined if its account is unknown. */
  add(line: StatementLine, resolved: ResolvedLine | undefined): void {
    this.#lineCount += 1;
    if (this.#shown.length < SHOWN_LINES)
      this.#shown.push({ line, lineId: resolved?.staged.id, isNew: resolved?.isNew });
    if (resolved?.sameAs && !this.#held.has(resolved.staged.statementId)) this.#vouched.add(resolved.sameAs);
    if (!resolved?.isNew) return;
    this.#newCount += 1;
    this.#newCharacters += charactersOf(line);
    if (this.#isDecidable) this.#newLines.push(newLine(resolved.staged));
    else this.#newLines = [];
  }

  get #isDecidable(): boolean {
    return this.#newCount <= MAX_DECIDED_LINES && this.#newCharacters <= MAX_DECIDED_CHARACTERS;
  }

  result(): ReadPreview {
    const { table, problems, skippedAccounts } = this.#survey;
    const statements = this.#survey.statements.filter((one) => one !== undefined);
    const isDecided = problems.length === 0 && this.#isDecidable;
    return {
      table,
      problems,
      skippedAccounts,
      statements,
      lineCount: this.#lineCount,
      newCount: this.#newCount,
      shown: this.#shown,
      newLines: isDecided ? this.#newLines.map((line) => this.#withHeld(line)) : undefined,
    };
  }

  #withHeld(line: NewLine): NewLine {
    const isHeld = this.#held.has(line.statementId) && !this.#vouched.has(line.facts.lineId);
    return { ...line, facts: { ...line.facts, isHeld } };
  }
}

/** Reduces a new line to the fields that decide about it, which are kept until the end of its file. */
function newLine({
  id: lineId,
  accountId: bankAccountId,
  statementId,
  key,
  occurrence,
  line,
}: StagedLine): NewLine {
  const { place, raw: _, balanceAfterMinor: __, isBankReferenceTrusted: ___, ...matchable } = line;
  const facts = { lineId, bankAccountId, isHeld: false, line: matchable };
  return { statementId, place, key, occurrence, facts };
}
