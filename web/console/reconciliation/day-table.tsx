import type { ComponentChildren } from 'preact';
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

/** The columns after the day: sums, and whether they agree. */
const COLUMNS = [
  ...(['opening', 'credits', 'debits', 'closing', 'check', 'believed', 'drift', 'unexplained'] as const),
];

/** The days of an account, newest first. A day opens to show the outcomes of its lines. */
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
            {COLUMNS.map((name) => (
              <th key={name} scope="col" class={name === 'check' ? undefined : `number at-${name}`}>
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
            <Cells of={total} />
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
        <Cells of={day} check={<Check day={day} />} />
      </tr>
      {isOpen && (
        <tr class="opened">
          <td colSpan={1 + COLUMNS.length}>
            <DayDetail day={day} found={found} />
          </td>
        </tr>
      )}
    </>
  );
}

interface CellsProps {
  readonly of: Pick<Day, Exclude<(typeof COLUMNS)[number], 'check'>>;
  readonly check?: ComponentChildren;
}

function Cells({ of, check }: CellsProps) {
  const { columns } = reconciliationTexts().days;
  return (
    <>
      {COLUMNS.map((name) =>
        name === 'check' ? (
          <td key={name} class={check ? 'at-check' : undefined}>
            {check}
          </td>
        ) : (
          <Amount key={name} name={name} title={columns[name]} amount={of[name]} />
        ),
      )}
    </>
  );
}

interface AmountProps {
  readonly name: string;
  readonly title: string;
  readonly amount: number | null | undefined;
}

/** A cell. An unexplained amount is highlighted. */
export function Amount({ name, title, amount }: AmountProps) {
  const look = amount === 0 ? ' nil' : name === 'unexplained' ? ' off' : '';
  return (
    <td class={`number at-${name}${look}`} data-title={title}>
      {plain(amount)}
    </td>
  );
}

/** Whether the balances of a day agree with its lines and with the closing balance of the day before. */
function Check({ day }: { readonly day: Day }) {
  const { days: t } = reconciliationTexts();
  const { difference, gap, closing } = day;
  if (difference) return <Badge tone="bad" text={t.off(plain(difference))} />;
  if (gap) return <Badge tone="bad" text={t.gap(plain(gap))} />;
  if (difference === 0) return <Badge tone="good" text={t.ok} />;
  return <span class="hint">{closing == null ? t.noBalance : t.unchecked}</span>;
}
