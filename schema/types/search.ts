import { MAX_FOUND } from '../../src/search/limits.ts';
import { listLinesOfTransaction, search } from '../../src/search/search.ts';
import { foundLine, foundPayer, foundTransaction } from '../../src/search/views.ts';
import type { QueryFields } from '../bridge/builder.ts';
import { runs } from '../bridge/operation-field.ts';
import { objectFrom } from '../bridge/output.ts';

const FoundLine = objectFrom('FoundLine', foundLine, 'A line with its file, and who decided about it.');
objectFrom('FoundTransaction', foundTransaction, 'A transaction with its last change.');
objectFrom('FoundPayer', foundPayer, 'Somebody who has paid, as the lines of banks name them.');
const Found = objectFrom('SearchResults', search.output, 'What a search has found, by kind.');

/** A search can look at as many transactions and lines as two lists. One fits into a document. */
const SEARCH = {
  price: () => 5_000,
  // An invalid limit is refused later.
  size: ({ limit }: Readonly<Record<string, unknown>>) =>
    typeof limit === 'number' && limit >= 1 ? Math.min(limit, MAX_FOUND) : MAX_FOUND,
};

export const searchQueries: QueryFields = (t) => ({
  search: t.field({ ...runs(search, SEARCH), type: Found }),
  linesOfTransaction: t.field({ ...runs(listLinesOfTransaction, { size: () => 10 }), type: [FoundLine] }),
});
