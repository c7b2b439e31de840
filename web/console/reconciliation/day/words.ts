import { formatCount } from '../../format.ts';
import { shortAccountName } from '../../names.ts';
import { plain } from '../day-values.ts';
import type { WholeDayFragment } from '../gql/graphql.ts';

export type DayAccount = WholeDayFragment['accounts'][number];
type Change = WholeDayFragment['changes'][number];

/** The short name of an account, as people say it. */
export function nameOf({ bank, iban }: Pick<DayAccount, 'bank' | 'iban'>): string {
  return shortAccountName(bank, iban);
}

/** A figure that has changed, as text: an amount or a count. */
export function shownValue(figure: Change['figure'], value: number | null | undefined): string {
  const isCount = figure === 'lineCount' || figure === 'waitingCount';
  return isCount && value != null ? formatCount(value) : plain(value);
}
