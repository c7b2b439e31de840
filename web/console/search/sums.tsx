import { useEffect, useState } from 'preact/hooks';
import { currencyCode, formatAmount, formatCount, printedAmount } from '../format.ts';
import { TransactionSumsDocument, type TransactionSumsQuery } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import { searchTexts } from '../texts/search.ts';

interface FilterSums {
  readonly isLoading: boolean;
  readonly answer: TransactionSumsQuery['transactionSums'] | undefined;
  load(): void;
}

/** The sums of a filter, after they were requested. They disappear when the filter changes. */
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
      {searchTexts().sums.button}
    </button>
  );
}

/** The sums, at the end of the line that says how many rows are shown. */
export function SumsLine({ sums: { answer } }: { readonly sums: FilterSums }) {
  return answer && <> · {sumsLine(answer).join(' · ')}</>;
}

type Answer = TransactionSumsQuery['transactionSums'];
type Group = Answer['groups'][number];

/** The shown sums, in order. Incoming and outgoing money is never added up, nor are different currencies. */
const SHOWN = [
  ['deposit', 'successful'],
  ['withdrawal', 'successful'],
  ['deposit', 'pending'],
  ['withdrawal', 'pending'],
] as const;

/** The parts of the line with the sums of a search. */
function sumsLine({ groups, isComplete }: Answer): readonly string[] {
  const t = searchTexts().sums;
  const count = formatCount(groups.reduce((sum, group) => sum + group.count, 0));
  const parts = SHOWN.flatMap(([type, status]) =>
    groups
      .filter((group) => group.type === type && group.status === status)
      .map((group) => t[status][type](formatCount(group.count), moneyOf(group))),
  );
  return [isComplete ? t.all(count) : t.newest(count), ...parts];
}

/** The amount that was paid; for waiting transactions, the amount that was asked for. */
function moneyOf({ status, currency, amount, finalAmount }: Group): string {
  const money = status === 'successful' ? finalAmount : amount;
  return currency === currencyCode() ? formatAmount(money) : `${printedAmount(money)}\u00a0${currency}`;
}
