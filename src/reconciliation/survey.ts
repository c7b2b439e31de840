import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { printAmount } from '../kernel/money.ts';
import { cleanTexts } from '../kernel/texts.ts';
import {
  type BalanceChain,
  type BrokenChain,
  followBalances,
  MISSING_PAGE,
  pageBreak,
} from './domain/balance-chain.ts';
import { fileProblem } from './domain/file-problems.ts';
import { findNextPages } from './domain/pages.ts';
import {
  MAX_LINE_MINOR,
  READ_LIMITS,
  type StatementEnd,
  type StatementHeader,
  type StatementLine,
  type StatementPart,
  type StatementProblem,
  type StatementTable,
} from './domain/statement.ts';
import type { AccountFinder } from './find-account.ts';
import type { GivenFile, StagedStatement, StatementReading } from './import-store.ts';
import { stopIfLeft } from './preview-turns.ts';

/** What a file contains, before any of it is stored. */
export interface Survey {
  /** How its table is read; undefined for other formats. */
  readonly table: StatementTable | undefined;
  /** In the order of the file; undefined for statements that are left out. */
  readonly statements: readonly (StagedStatement | undefined)[];
  /** A file with any problem is not imported. */
  readonly problems: readonly StatementProblem[];
  /** The accounts of statements that are left out, as the file names them. */
  readonly skippedAccounts: readonly string[];
}

interface SurveyOptions {
  readonly newId: () => string;
  readonly finder: AccountFinder;
  /** Whether statements of unknown accounts are left out. */
  readonly skipsUnknown: boolean;
}

interface OpenStatement {
  readonly id: string;
  readonly accountId: string;
  readonly header: StatementHeader;
  readonly chain: BalanceChain;
  lineCount: number;
  firstLineDate: string | null;
  lastLineDate: string | null;
}

/** Reads a whole file to find out what it contains. Between slices it gives other work its turn. */
export async function surveyFile(
  reading: Pick<StatementReading, 'read'>,
  given: GivenFile,
  { hasLeft, ...options }: SurveyOptions & { readonly hasLeft?: (() => boolean) | undefined },
): Promise<Survey> {
  const surveyor = new Surveyor(options);
  for await (const batch of reading.read(given)) {
    stopIfLeft(hasLeft);
    surveyor.add(batch);
    // Gives other work its turn: reading the next part resolves first, and whole batches can be ready.
    await nextTurn();
  }
  return surveyor.finish();
}

/** Whether two readings of a file gave the same statements, read in the same way, with lines of the same days. */
export function isSameSurvey(one: Survey, other: Survey): boolean {
  const withoutIds = ({ statements, ...survey }: Survey) => ({
    ...survey,
    statements: statements.map((statement) => statement && { ...statement, id: '' }),
  });
  return isDeepStrictEqual(withoutIds(one), withoutIds(other));
}

/** Follows a file to its end: its accounts, its problems, and whether its balances add up. */
export class Surveyor {
  readonly #options: SurveyOptions;
  readonly #problems: StatementProblem[] = [];
  readonly #statements: (StagedStatement | undefined)[] = [];
  readonly #skipped = new Set<string>();
  #table: StatementTable | undefined;
  #begun = 0;
  #open: OpenStatement | undefined;

  constructor(options: SurveyOptions) {
    this.#options = options;
  }

  add(parts: readonly StatementPart[]): void {
    for (const part of parts) {
      if (part.kind === 'table') this.#table ??= part.table;
      else if (part.kind === 'problem') this.#addProblem(part.problem);
      else if (part.kind === 'begin') this.#begin(cleanTexts(part.header));
      else if (part.kind === 'line') this.#addLine(part.line);
      else if (part.kind === 'end') this.#end(part);
    }
  }

  finish(): Survey {
    for (const problem of this.#options.finder.finish()) this.#addProblem(problem);
    if (this.#skipped.size > 0 && this.#statements.every((one) => one === undefined))
      this.#addProblem(fileProblem('all_unknown', null));
    return {
      table: this.#table,
      statements: joinPages(this.#statements),
      problems: this.#problems,
      skippedAccounts: [...this.#skipped],
    };
  }

  #addProblem(problem: StatementProblem): void {
    if (this.#problems.length < READ_LIMITS.maxProblems) this.#problems.push(problem);
  }

  #begin(header: StatementHeader): void {
    this.#begun += 1;
    const found = this.#options.finder.find(header.account, `statement ${this.#begun}`);
    if (typeof found === 'string') {
      const chain = followBalances(header);
      const lines = { lineCount: 0, firstLineDate: null, lastLineDate: null };
      this.#open = { id: this.#options.newId(), accountId: found, header, chain, ...lines };
      return;
    }
    this.#open = undefined;
    this.#statements.push(undefined);
    if (this.#options.skipsUnknown && found.code === 'unknown-account')
      this.#skipped.add(header.account.iban ?? header.account.number ?? '');
    else this.#addProblem(found);
  }

  #addLine(line: StatementLine): void {
    if (line.amountMinor > MAX_LINE_MINOR)
      this.#addProblem(fileProblem('above_payments', line.place, printAmount(MAX_LINE_MINOR)));
    if (this.#open) note(this.#open, line);
  }

  #end({ end }: Extract<StatementPart, { kind: 'end' }>): void {
    if (!this.#open) return;
    const { chain, ...statement } = this.#open;
    this.#statements.push({ ...statement, ...daysOf(this.#open, end), end, broken: chain.end(end) });
    this.#open = undefined;
  }
}

function note(open: OpenStatement, line: StatementLine): void {
  open.chain.add(line);
  open.lineCount += 1;
  const date = line.bookingDate ?? line.valueDate;
  open.firstLineDate = earlier(open.firstLineDate, date);
  open.lastLineDate = later(open.lastLineDate, date);
}

/** Returns the days of a statement: those of its period and its lines, up to the day of its closing balance. */
function daysOf({ header: { kind, period }, firstLineDate, lastLineDate }: OpenStatement, end: StatementEnd) {
  // The balance of a report is that of the moment when the bank made it.
  const closing = kind === 'statement' ? (end.closing?.date ?? null) : null;
  return {
    firstDate: earlier(period?.firstDate ?? null, firstLineDate) ?? closing,
    lastDate: later(later(period?.lastDate ?? null, lastLineDate), closing),
  };
}

/** @returns null only if both are null. */
function earlier(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other < one) ? other : one;
}

/** @returns null only if both are null. */
function later(one: string | null, other: string | null): string | null {
  return one === null || (other !== null && other > one) ? other : one;
}

/**
 * Holds pages that do not begin where the previous one ended, and those whose next page is not in the file. Only final
 * statements need all their pages, for their balances.
 */
function joinPages(
  statements: readonly (StagedStatement | undefined)[],
): readonly (StagedStatement | undefined)[] {
  const nextOf = findNextPages(statements);
  const beforeOf = new Map([...nextOf].map(([before, next]) => [next, statements[before]]));
  return statements.map((statement, place) => {
    if (!statement) return undefined;
    const { header, end } = statement;
    const before = beforeOf.get(place);
    const isWhole = header.kind !== 'statement' || end.isLastPage || nextOf.has(place);
    const atBegin: BrokenChain | undefined = before && pageBreak(before.end.closing, header.opening);
    return { ...statement, broken: atBegin ?? statement.broken ?? (isWhole ? undefined : MISSING_PAGE) };
  });
}
