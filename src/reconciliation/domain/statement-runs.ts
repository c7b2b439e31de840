import { type FiledStatement, findNextPages } from './pages.ts';
import { isContinued, type StatementSpan } from './same-line.ts';

/** Statements of an account that say each payment once. */
interface Run {
  readonly account: string;
  /** The statements at its ends that change the balance. */
  first: StatementSpan;
  last: StatementSpan;
  readonly spans: Set<string>;
}

/**
 * Numbers the runs of a file: the pages of one statement, and statements of which each begins where another one ended. Equal
 * lines of one run are several payments; those of two runs can be the same. A statement that is a copy of one of a run is
 * none of it.
 * @returns the number of the run of each statement; undefined for those that are left out.
 */
export function numberRuns(
  statements: readonly (FiledStatement | undefined)[],
): readonly (number | undefined)[] {
  const nextPages = findNextPages(statements);
  const numbers: (number | undefined)[] = statements.map(() => undefined);
  const runs: Run[] = [];
  const continuing = new Set(nextPages.values());
  for (const [place, statement] of statements.entries()) {
    if (!statement || continuing.has(place)) continue;
    const places = [place];
    for (let next = nextPages.get(place); next !== undefined; next = nextPages.get(next)) places.push(next);
    const others = places.slice(1).flatMap((at) => statements[at] ?? []);
    const account = JSON.stringify([statement.accountId, statement.header.account.currency]);
    const number = addTo(runs, account, spanOf(statement, ...others));
    for (const at of places) numbers[at] = number;
  }
  return numbers;
}

/** @returns the number of the run that a statement is of. */
function addTo(runs: Run[], account: string, span: StatementSpan): number {
  const said = JSON.stringify(span);
  const number = runs.findIndex(
    (run) => run.account === account && !run.spans.has(said) && extend(run, span),
  );
  if (number === -1) return runs.push({ account, first: span, last: span, spans: new Set([said]) }) - 1;
  runs[number]?.spans.add(said);
  return number;
}

/** @returns whether the statement continues the run. */
function extend(run: Run, span: StatementSpan): boolean {
  const isChange = span.openingMinor !== span.closingMinor;
  if (isContinued(run.last, span)) {
    if (isChange) run.last = span;
    return true;
  }
  if (!isContinued(span, run.first)) return false;
  run.first = span;
  return true;
}

/** The span of a statement: of a page, or of all of its pages. */
export function spanOf(...pages: readonly [FiledStatement, ...FiledStatement[]]): StatementSpan {
  const { kind, sequenceNumber, page, opening } = pages[0].header;
  const dates = pages
    .flatMap(({ firstLineDate, lastLineDate }) => [firstLineDate, lastLineDate])
    .filter((date) => date !== null)
    .sort();
  return {
    kind,
    sequenceNumber,
    page,
    openingMinor: opening?.amountMinor ?? null,
    closingMinor: pages.at(-1)?.end.closing?.amountMinor ?? null,
    firstLineDate: dates[0] ?? null,
    lastLineDate: dates.at(-1) ?? null,
  };
}
