import { groupBy } from '../../kernel/group-by.ts';
import { pageBreak } from './balance-chain.ts';
import type { StatementEnd, StatementHeader } from './statement.ts';

/** A statement of a file, with its account. It can be a page of a statement. */
export interface FiledStatement {
  readonly accountId: string;
  readonly header: StatementHeader;
  readonly end: StatementEnd;
  /** The days of its first and its last line; null without dated lines. */
  readonly firstLineDate: string | null;
  readonly lastLineDate: string | null;
}

/** Whether one page comes after another in the file, and whether it opens with the closing balance of that one. */
interface Place {
  readonly isBehind: boolean;
  readonly fits: boolean;
}

/**
 * The order of preference among possible next pages: first one that comes after the page and fits. A page that does not
 * fit is next only if none fits: then a balance is wrong.
 */
const PREFERENCES: readonly ((place: Place) => boolean)[] = [
  ({ isBehind, fits }) => isBehind && fits,
  ({ fits }) => fits,
  ({ isBehind }) => isBehind,
];

/**
 * Finds the pages of each statement of a file. They share the account, the number, and the currency, which a page can
 * leave out. Each is the next page of at most one other, and the last page has no next one. This is needed because
 * banks reuse numbers, join statements of several days, and number the messages of a day that each begin with it.
 * @param statements in the order of the file; undefined for those that are left out.
 * @returns the place of the next page, by the place of a page.
 */
export function findNextPages(
  statements: readonly (FiledStatement | undefined)[],
): ReadonlyMap<number, number> {
  const pages = statements.flatMap((statement, place) => (statement ? [{ statement, place }] : []));
  const byKey = groupBy(pages, ({ statement }) => pageKey(statement, statement.header.page));
  const nextOf = new Map<number, number>();
  const used = new Set<number>();
  // From the end, so that a page without a next one does not take that of a later statement.
  for (const isPreferred of PREFERENCES)
    for (const { statement, place } of pages.toReversed()) {
      if (statement.end.isLastPage || nextOf.has(place)) continue;
      const next = byKey.get(pageKey(statement, statement.header.page + 1))?.find(
        (other) =>
          !used.has(other.place) &&
          canBeEqual(currencyOf(statement), currencyOf(other.statement)) &&
          isPreferred({
            isBehind: other.place > place,
            fits: !pageBreak(statement.end.closing, other.statement.header.opening),
          }),
      );
      if (!next) continue;
      nextOf.set(place, next.place);
      used.add(next.place);
    }
  return nextOf;
}

/**
 * Returns the key of a statement's page. Pages of one statement share the number; the id can be that of the message,
 * and each page can be a message.
 */
function pageKey({ accountId, header }: FiledStatement, page: number): string {
  const { kind, sequenceNumber, statementId } = header;
  return JSON.stringify([accountId, kind, sequenceNumber ?? [statementId], page]);
}

function currencyOf({ header }: FiledStatement): string | null {
  return header.account.currency;
}

/** Whether two values can be the same: an unknown one can be anything. */
export function canBeEqual<T>(one: T | null, other: T | null): boolean {
  return one === null || other === null || one === other;
}
