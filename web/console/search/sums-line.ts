import { currencyCode, formatAmount, formatCount, printedAmount } from '../format.ts';
import type { TransactionSumsQuery } from '../gql/graphql.ts';
import { texts } from '../texts/texts.ts';

type Answer = TransactionSumsQuery['transactionSums'];
type Group = Answer['groups'][number];

/** What is shown, in its order. Money in and out is never added, nor are currencies. */
const SHOWN = [
  ['deposit', 'successful'],
  ['withdrawal', 'successful'],
  ['deposit', 'pending'],
  ['withdrawal', 'pending'],
] as const;

/** The parts of the line that says what a search adds up to. */
export function sumsLine({ groups, isComplete }: Answer): readonly string[] {
  const t = texts().search.sums;
  const count = formatCount(groups.reduce((sum, group) => sum + group.count, 0));
  const parts = SHOWN.flatMap(([type, status]) =>
    groups
      .filter((group) => group.type === type && group.status === status)
      .map((group) => t[status][type](formatCount(group.count), moneyOf(group))),
  );
  return [isComplete ? t.all(count) : t.newest(count), ...parts];
}

/** What was really paid, of those that wait what was asked for. */
function moneyOf({ status, currency, amount, finalAmount }: Group): string {
  const money = status === 'successful' ? finalAmount : amount;
  return currency === currencyCode() ? formatAmount(money) : `${printedAmount(money)}\u00a0${currency}`;
}
