import {
  type BalanceChain,
  type BrokenChain,
  followBalances,
  MISSING_PAGE,
  pageBreak,
} from '../../domain/balance-chain.ts';
import { createOccurrenceCounter, lineKeyOf } from '../../domain/line-key.ts';
import { readLine } from '../../domain/matching/line-reading.ts';
import { lookupsOf } from '../../domain/matching/lookups.ts';
import type {
  Balance,
  StatementHeader,
  StatementLine,
  StatementPart,
  StatementProblem,
} from '../../domain/statement.ts';
import { READ_LIMITS } from '../../domain/statement.ts';
import type { StagedEnd, StagedLine, StagedPart, StagedStatement } from './import-store.ts';

/** Finds the account of ours that a statement is of, or says why there is none. */
export type FindAccount = (header: StatementHeader) => string | StatementProblem;

interface OpenStatement {
  readonly staged: StagedStatement;
  readonly chain: BalanceChain;
  readonly brokenPage: BrokenChain | undefined;
  lineCount: number;
  firstDate: string | null;
  lastDate: string | null;
}

/** Turns the parts that a reader gives into what is stored. */
export interface Collector {
  /** Takes parts of the file, in order. @returns what is to be stored of them. */
  add(parts: readonly StatementPart[]): StagedPart;
  /** The ends of statements whose last page is not in the file. */
  finish(): readonly StagedEnd[];
  /** The problems so far. A file with any is not imported. */
  readonly problems: readonly StatementProblem[];
}

/** Follows a file: its accounts, the identity of its lines, and its balances. */
export function createCollector(newId: () => string, findAccount: FindAccount): Collector {
  const occurrenceOf = createOccurrenceCounter();
  const problems: StatementProblem[] = [];
  /** The balance at which the last page of a statement ended, by account and statement. */
  const pageEnds = new Map<string, Balance | null>();
  /** The ends of pages that another page has to follow. */
  const unfinished = new Map<string, StagedEnd>();
  let open: OpenStatement | undefined;

  function begin(header: StatementHeader): StagedStatement | undefined {
    const accountId = findAccount(header);
    if (typeof accountId !== 'string') {
      if (problems.length < READ_LIMITS.maxProblems) problems.push(accountId);
      open = undefined;
      return undefined;
    }
    const staged = { id: newId(), accountId, header };
    unfinished.delete(pageKey(staged));
    const before = header.page > 1 ? pageEnds.get(pageKey(staged)) : undefined;
    const brokenPage = before ? pageBreak(before, header.opening) : undefined;
    const chain = followBalances(header);
    open = { staged, chain, brokenPage, lineCount: 0, firstDate: null, lastDate: null };
    return staged;
  }

  function stage({ staged, chain }: OpenStatement, line: StatementLine): StagedLine {
    chain.add(line);
    const key = lineKeyOf(line);
    const { references, transactionIds, debitKind } = lookupsOf(line, readLine(line));
    const occurrence = occurrenceOf(staged.accountId, key);
    const { id: statementId, accountId } = staged;
    const named = [...new Set([...references, ...transactionIds])];
    return { id: newId(), statementId, accountId, key, occurrence, line, references: named, debitKind };
  }

  return {
    problems,
    finish: () => [...unfinished.values()].map((end) => ({ ...end, broken: end.broken ?? MISSING_PAGE })),
    add(parts) {
      const statements: StagedStatement[] = [];
      const lines: StagedLine[] = [];
      const ends: StagedEnd[] = [];
      for (const part of parts) {
        if (part.kind === 'problem') problems.push(part.problem);
        else if (part.kind === 'begin') statements.push(...listOf(begin(part.header)));
        else if (part.kind === 'line' && open) {
          note(open, part.line);
          lines.push(stage(open, part.line));
        } else if (part.kind === 'end' && open) {
          pageEnds.set(pageKey(open.staged), part.end.closing);
          const { staged, chain, brokenPage, ...dates } = open;
          const end = { id: staged.id, end: part.end, ...dates, broken: brokenPage ?? chain.end(part.end) };
          ends.push(end);
          if (!part.end.isLastPage) unfinished.set(pageKey(staged), end);
          open = undefined;
        }
      }
      return { statements, lines, ends };
    },
  };
}

function note(open: OpenStatement, { bookingDate, valueDate }: StatementLine): void {
  open.lineCount += 1;
  const date = bookingDate ?? valueDate;
  if (date === null) return;
  if (open.firstDate === null || date < open.firstDate) open.firstDate = date;
  if (open.lastDate === null || date > open.lastDate) open.lastDate = date;
}

function pageKey({ accountId, header: { statementId, sequenceNumber } }: StagedStatement): string {
  return JSON.stringify([accountId, statementId, sequenceNumber]);
}

function listOf<T>(one: T | undefined): T[] {
  return one === undefined ? [] : [one];
}
