import { formatCount, formatDay, nameOfCurrency } from '../format.ts';
import { reconciliationTexts } from '../texts/reconciliation.ts';
import { Badge } from '../ui/parts.tsx';
import { DayDetail } from './day-detail.tsx';
import { type AccountDays, type Day, plain } from './day-values.ts';
import { useAccountTitle } from './line-fields.tsx';

interface TableProps {
  readonly found: AccountDays;
  readonly openDay: string | null;
  readonly onOpen: (day: string | undefined) => void;
}

/** Sums of a day, in the order of the columns after the day. */
const SUMS = ['opening', 'credits', 'debits', 'closing'] as const;
const DRIFTS = ['believed', 'drift', 'unexplained'] as const;
const COLUMN_COUNT = 2 + SUMS.length + DRIFTS.length;

/** The days of an account, the newest first. A day opens to what became of its lines. */
export function DayTable({ found, openDay, onOpen }: TableProps) {
  const { days: t } = reconciliationTexts();
  const { currency, days, total } = found;
  const label = t.title(useAccountTitle(found.accountId));
  return (
    <section class="table-frame days-table" aria-label={label}>
      <table>
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t.columns.day}</th>
            {SUMS.map((name) => (
              <th key={name} scope="col" class={`number at-${name}`}>
                {t.columns[name]}
              </th>
            ))}
            <th scope="col">{t.columns.check}</th>
            {DRIFTS.map((name) => (
              <th key={name} scope="col" class={`number at-${name}`}>
                {t.columns[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <DayRows key={day.day} day={day} found={found} openDay={openDay} onOpen={onOpen} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t.total} ({formatCount(days.length)}), {nameOfCurrency(currency)}
            </th>
            {SUMS.map((name) => (
              <Amount key={name} name={name} amount={total[name]} />
            ))}
            <td />
            {DRIFTS.map((name) => (
              <Amount key={name} name={name} amount={total[name]} />
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface RowsProps extends TableProps {
  readonly day: Day;
}

function DayRows({ day, found, openDay, onOpen }: RowsProps) {
  const { days: t } = reconciliationTexts();
  const isOpen = openDay === day.day;
  const shown = formatDay(day.day);
  return (
    <>
      <tr class={isOpen ? 'selected' : undefined}>
        <th scope="row">
          <button
            type="button"
            class="plain"
            aria-expanded={isOpen}
            onClick={() => onOpen(isOpen ? undefined : day.day)}
          >
            {shown}
            <span class="visually-hidden">: {t.opens(shown)}</span>
          </button>
        </th>
        {SUMS.map((name) => (
          <Amount key={name} name={name} amount={day[name]} />
        ))}
        <td class="at-check">
          <Check day={day} />
        </td>
        {DRIFTS.map((name) => (
          <Amount key={name} name={name} amount={day[name]} />
        ))}
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={COLUMN_COUNT}>
            <DayDetail day={day} found={found} />
          </td>
        </tr>
      )}
    </>
  );
}

interface AmountProps {
  readonly name: (typeof SUMS | typeof DRIFTS)[number];
  readonly amount: number | null | undefined;
}

/** A cell. An unexplained amount is highlighted. */
function Amount({ name, amount }: AmountProps) {
  const isOff = name === 'unexplained' && amount !== 0;
  return (
    <td
      class={`number at-${name}${isOff ? ' off' : ''}${amount === 0 ? ' nil' : ''}`}
      data-title={reconciliationTexts().days.columns[name]}
    >
      {plain(amount)}
    </td>
  );
}

/** Whether the balances of a day agree with its lines and with the evening before. */
function Check({ day }: { readonly day: Day }) {
  const { days: t } = reconciliationTexts();
  const { difference, gap, closing } = day;
  if (difference) return <Badge tone="bad" text={t.off(plain(difference))} />;
  if (gap) return <Badge tone="bad" text={t.gap(plain(gap))} />;
  if (difference === 0) return <Badge tone="good" text={t.ok} />;
  return <span class="hint">{closing == null ? t.noBalance : t.unchecked}</span>;
}
