import { canBeEqual, type FiledStatement, findNextPages } from './pages.ts';
import { isContinued, type StatementSpan } from './same-line.ts';

/** A statement of a file, with the run that it belongs to. */
export interface StatementInRun {
  readonly run: number;
  readonly span: StatementSpan;
}

/** A whole statement: one of the file, or several pages joined. */
interface WholeStatement {
  readonly places: readonly number[];
  readonly id: string | null;
  /** Only statements of the same account can be in one run. */
  readonly account: string;
  span: StatementSpan;
}

/** Statements of an account that together contain each payment once. */
interface Run {
  readonly all: WholeStatement[];
  /** Those that change the balance, each after the one that it continues. */
  readonly chain: WholeStatement[];
}

/**
 * Finds the runs of a file: the pages of one statement, statements each of which begins where another one ended, and
 * notifications with different ids. Equal lines of one run are different payments; those of two runs can be the same.
 * So a statement that can be a copy of one or several statements of a run is not part of that run.
 * @returns undefined for statements that are left out.
 */
export function findRuns(
  statements: readonly (FiledStatement | undefined)[],
): readonly (StatementInRun | undefined)[] {
  const wholes = joinPages(statements);
  const runs: Run[] = [];
  // A statement that leaves the balance unchanged certainly continues nothing, whichever comes first in the file.
  for (const whole of wholes.filter(({ span }) => !isNeutral(span))) addTo(runs, whole);
  for (const run of runs) markLoops(run);
  for (const whole of wholes.filter(({ span }) => isNeutral(span))) addTo(runs, whole);
  const found: (StatementInRun | undefined)[] = statements.map(() => undefined);
  for (const [run, { all }] of runs.entries())
    for (const { places, span } of all)
      for (const place of places) {
        const page = statements[place];
        const isInLoop = place === places.at(-1) && span.isInLoop === true;
        if (page) found[place] = { run, span: { ...spanOf(page), isInLoop } };
      }
  return found;
}

function joinPages(statements: readonly (FiledStatement | undefined)[]): readonly WholeStatement[] {
  const nextPages = findNextPages(statements);
  const continuing = new Set(nextPages.values());
  return statements.flatMap((statement, place) => {
    if (!statement || continuing.has(place)) return [];
    const places = [place];
    for (let next = nextPages.get(place); next !== undefined; next = nextPages.get(next)) places.push(next);
    const others = places.slice(1).flatMap((at) => statements[at] ?? []);
    const { accountId, header } = statement;
    const account = JSON.stringify([accountId, header.account.currency, header.kind]);
    return { places, id: header.statementId, account, span: spanOf(statement, ...others) };
  });
}

function addTo(runs: Run[], whole: WholeStatement): void {
  if (runs.some((run) => extend(run, whole))) return;
  runs.push({ all: [whole], chain: isNeutral(whole.span) ? [] : [whole] });
}

/** @returns whether the statement belongs to the run. */
function extend({ all, chain }: Run, whole: WholeStatement): boolean {
  const { account, id, span } = whole;
  if (all[0]?.account !== account) return false;
  if (span.kind === 'notification') {
    if (id === null || all.some((one) => one.id === null || one.id === id)) return false;
  } else {
    const [first, last] = [chain[0], chain.at(-1)];
    if (!first || !last || all.some((one) => isAgain(one.span, span))) return false;
    if (isNeutral(span)) {
      if (!chain.some((one) => isContinued(one.span, span))) return false;
    } else if (isContinued(last.span, span)) chain.push(whole);
    else if (isContinued(span, first.span)) chain.unshift(whole);
    else return false;
  }
  all.push(whole);
  return true;
}

/** Whether a statement begins like another one of its day, so it can be a copy of that. */
function isAgain(one: StatementSpan, span: StatementSpan): boolean {
  return (
    one.openingMinor === span.openingMinor &&
    isNeutral(one) === isNeutral(span) &&
    canBeEqual(one.firstLineDate, span.firstLineDate)
  );
}

/** Marks the statements of a day that bring its balance back to its beginning: each of them can be the last one. */
function markLoops({ chain }: Run): void {
  for (const [end, { span: last }] of chain.entries()) {
    const start = chain.findIndex(
      ({ span }, at) =>
        at < end &&
        span.openingMinor === last.closingMinor &&
        canBeEqual(span.firstLineDate, last.lastLineDate),
    );
    if (start === -1) continue;
    for (const whole of chain.slice(start, end + 1)) whole.span = { ...whole.span, isInLoop: true };
  }
}

function isNeutral({ openingMinor, closingMinor }: StatementSpan): boolean {
  return openingMinor === closingMinor;
}

/** Returns the span of a page, or of a whole statement from its pages. */
function spanOf(...pages: readonly [FiledStatement, ...FiledStatement[]]): StatementSpan {
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
