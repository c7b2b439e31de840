import { useState } from 'preact/hooks';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { type BatchRowFragment, MoreRowsDocument, type WholeBatchFragment } from './gql/graphql.ts';

/** The most rows that come at once. A shorter page is the last. */
const PAGE_ROWS = 1000;

interface Rows {
  readonly all: readonly BatchRowFragment[];
  readonly isReading: boolean;
  /** Reads the next page; undefined when all rows are there. */
  readonly readMore: (() => void) | undefined;
}

/** The rows of a batch: the first page, which comes with it and stays live, and those that were asked for. */
export function useMoreRows({ payoutId, contentHash, state, count, rows }: WholeBatchFragment): Rows {
  const { session, notify } = useSignedIn();
  const [isReading, setReading] = useState(false);
  // Another content, or another state, has other rows.
  const version = `${contentHash} ${state}`;
  const [more, setMore] = useState<{ version: string; rows: readonly BatchRowFragment[] }>();
  const all = more?.version === version ? [...rows, ...more.rows] : rows;
  const last = all.at(-1);
  const readMore = () => {
    setReading(true);
    session
      .request(MoreRowsDocument, { payoutId, after: last?.rowNumber ?? 0 })
      .then(
        ({ payoutRows }) => setMore({ version, rows: [...all.slice(rows.length), ...payoutRows] }),
        (error: unknown) => notify(problemOf(error).message),
      )
      .finally(() => setReading(false));
  };
  const isWhole = all.length === count || all.length % PAGE_ROWS !== 0;
  return { all, isReading, readMore: isWhole || !last ? undefined : readMore };
}
