import { formatAge, formatAmount } from '../format.ts';
import { accountOf } from '../names.ts';
import { changeParams } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { maySettleAtOnce } from '../transactions/actions.ts';
import type { Column } from '../ui/data-table.tsx';
import { CopyId } from '../ui/parts.tsx';
import { useNow } from '../ui/use-now.ts';
import type { Order } from './order.ts';
import { BlacklistMark, Mention, RowChoice, Until } from './row-parts.tsx';
import { TransactionTable } from './transaction-table.tsx';
import type { List } from './use-list.ts';

interface QueueTableProps {
  readonly list: List;
  /** Undefined for the age. */
  readonly order: Order | undefined;
}

/** The rows of the queue, with the facts from bank statements. Ages are updated every second. */
export function QueueTable({ list, order }: QueueTableProps) {
  const nowMs = useNow();
  const nameOf = useClientNames();
  const { chosen, decisions } = list;
  return (
    <TransactionTable
      list={list}
      screen="queue"
      label={texts().queue.table}
      about={(item) => (
        <>
          <Mention item={item} nowMs={nowMs} onClaim={decisions.claim} />
          <BlacklistMark item={item} />
        </>
      )}
      choice={{
        head: <AllChoice {...list} />,
        cell: (item) => <RowChoice item={item} chosen={chosen} />,
      }}
      details={detailColumns(nowMs, nameOf).map((column) => withOrder(column, order))}
    />
  );
}

function detailColumns(
  nowMs: number,
  nameOf: ReturnType<typeof useClientNames>,
): readonly Column<Transaction>[] {
  const t = texts().queue.columns;
  return [
    {
      title: t.amount,
      cell: (item) => (
        <>
          <strong class={item.type}>{formatAmount(item.amount)}</strong>
          <Until item={item} nowMs={nowMs} />
        </>
      ),
      kind: 'number',
      place: 'at-amount',
    },
    {
      title: t.age,
      cell: ({ createdAt }) => formatAge((nowMs - Date.parse(createdAt)) / 1000),
      place: 'at-age',
    },
    {
      title: t.account,
      cell: (item) => (
        <>
          {accountOf(item)}
          <span class="line at-narrow">
            {t.waits(formatAge((nowMs - Date.parse(item.createdAt)) / 1000))}
          </span>
        </>
      ),
      place: 'at-account',
    },
    {
      title: t.clientAndId,
      cell: (item) => (
        <>
          <bdi>{nameOf(item.appKey)}</bdi>
          <span class="line">
            <CopyId value={item.processId} what={t.process} />
          </span>
          <span class="line instead-of-id">{accountOf(item)}</span>
        </>
      ),
      place: 'at-client',
    },
  ];
}

/** A click on the header of the amount or of the age sorts by it; a second click sorts by age again. */
function withOrder(column: Column<Transaction>, order: Order | undefined): Column<Transaction> {
  const own = ORDER_OF[column.place ?? ''];
  if (!own) return column;
  const isOn = order === own;
  return {
    ...column,
    head: (
      <button
        type="button"
        class="quiet order"
        aria-pressed={isOn}
        title={texts().queue.orders[own]}
        onClick={() => changeParams({ order: isOn ? undefined : own })}
      >
        {column.title} <span aria-hidden="true">{isOn ? (own === 'amount' ? '↓' : '↑') : '↕'}</span>
      </button>
    ),
  };
}

const ORDER_OF: Readonly<Record<string, Order | undefined>> = { 'at-amount': 'amount', 'at-age': 'expiry' };

function AllChoice({ items, chosen }: List) {
  const count = chosen.items.length;
  const most = items.filter(maySettleAtOnce).length;
  return (
    <input
      type="checkbox"
      aria-label={texts().queue.chooseAll}
      disabled={most === 0}
      checked={count > 0 && count === most}
      ref={(input) => {
        if (input) input.indeterminate = count > 0 && count < most;
      }}
      onChange={chosen.toggleAll}
    />
  );
}
