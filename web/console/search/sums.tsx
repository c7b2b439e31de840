import { useEffect, useState } from 'preact/hooks';
import { TransactionSumsDocument, type TransactionSumsQuery } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { texts } from '../texts/texts.ts';
import { sumsLine } from './sums-line.ts';

interface FilterSums {
  readonly isLoading: boolean;
  readonly answer: TransactionSumsQuery['transactionSums'] | undefined;
  load(): void;
}

/** The sums of a filter, once they are asked for. They are gone when the filter changes. */
export function useSums(filter: TransactionFilter): FilterSums {
  const { session, notify } = useSignedIn();
  const [known, setKnown] = useState<Omit<FilterSums, 'load'> & { readonly key: string }>();
  const key = JSON.stringify(filter);
  useEffect(() => () => setKnown(undefined), [key]);
  const { isLoading = false, answer } = known?.key === key ? known : {};
  return {
    isLoading,
    answer,
    load() {
      setKnown({ key, isLoading: true, answer });
      session.request(TransactionSumsDocument, { filter }).then(
        ({ transactionSums }) =>
          // Another search may have begun meanwhile.
          setKnown((now) => (now?.key === key ? { key, isLoading: false, answer: transactionSums } : now)),
        (error: unknown) => {
          setKnown((now) => (now?.key === key ? undefined : now));
          notify(problemOf(error).message);
        },
      );
    },
  };
}

export function SumsButton({ sums }: { readonly sums: FilterSums }) {
  return (
    <button type="button" disabled={sums.isLoading} onClick={sums.load}>
      {texts().search.sums.button}
    </button>
  );
}

/** What was added up, as the rest of the line that says how many are shown. */
export function SumsLine({ sums: { answer } }: { readonly sums: FilterSums }) {
  return answer && <> · {sumsLine(answer).join(' · ')}</>;
}
