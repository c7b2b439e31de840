import { groupBy } from '../../kernel/group-by.ts';
import { pageBreak } from './balance-chain.ts';
import type { StatementEnd, StatementHeader } from './statement.ts';

/** A statement of a file, with the account that it is of. It can be a page of one. */
export interface FiledStatement {
  readonly accountId: string;
  readonly header: StatementHeader;
  readonly end: StatementEnd;
  /** The days of its first and its last line; null without dated lines. */
  readonly firstLineDate: string | null;
  readonly lastLineDate: string | null;
}

/** Tells whether one page is behind another in the file, and begins with the balance with which that one ends. */
interface Place {
  readonly isBehind: boolean;
  readonly fits: boolean;
}

/**
 * Of several possible next pages, the one that is behind and fits is preferred. One that does not fit is next only if none
 * does: a balance is wrong then.
 */
const PREFERENCES: readonly ((place: Place) => boolean)[] = [
  ({ isBehind, fits }) => isBehind && fits,
  ({ fits }) => fits,
  ({ isBehind }) => isBehind,
];

/**
 * Finds the pages of each statement of a file. All have one account and number, and one currency, which a page can leave
 * out. Each is the next page of one at most, and a last page has none: banks use a number again, join statements of several
 * days, and number messages of a day that each begin with it.
 * @param statements in the order of the file; undefined for those that are left out.
 * @returns the place of the next page by the place of a page.
 */
export function findNextPages(
  statements: readonly (FiledStatement | undefined)[],
): ReadonlyMap<number, number> {
  const pages = statements.flatMap((statement, place) => (statement ? [{ statement, place }] : []));
  const byKey = groupBy(pages, ({ statement }) => pageKey(statement, statement.header.page));
  const nextOf = new Map<number, number>();
  const used = new Set<number>();
  // From the end, so that a page without a next one takes none of a later statement.
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

/** Pages of one statement have one number. The id can be of the message, of which a page can be one. */
function pageKey({ accountId, header }: FiledStatement, page: number): string {
  const { kind, sequenceNumber, statementId } = header;
  return JSON.stringify([accountId, kind, sequenceNumber ?? [statementId], page]);
}

function currencyOf({ header }: FiledStatement): string | null {
  return header.account.currency;
}

/** Whether two values can be the same: one that is not known can be any. */
export function canBeEqual<T>(one: T | null, other: T | null): boolean {
  return one === null || other === null || one === other;
}
