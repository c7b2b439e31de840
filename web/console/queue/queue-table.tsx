import { formatAge, formatAmount } from '../format.ts';
import { accountOf } from '../names.ts';
import { LookerMarks } from '../presence/later.ts';
import { changeParams, hrefOf, useRoute } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { maySettleAtOnce } from '../transactions/actions.ts';
import { partyOf } from '../transactions/labels.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { CopyId } from '../ui/parts.tsx';
import { useNow } from '../ui/use-now.ts';
import { decideColumn } from './decide.tsx';
import type { Order } from './order.ts';
import { BlacklistMark, Mention, RowChoice, TypeMark, Until } from './row-parts.tsx';
import type { Chosen } from './use-chosen.ts';
import type { Decisions } from './use-decisions.ts';
import type { Selection } from './use-selection.ts';

interface QueueTableProps {
  readonly items: readonly Transaction[];
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly openId: string | null;
  readonly decisions: Decisions;
  /** Undefined for the age. */
  readonly order: Order | undefined;
}

/** The rows of the queue. Ages are updated every second. */
export function QueueTable(props: QueueTableProps) {
  const { items, selection, chosen, decisions, openId } = props;
  const t = texts().queue;
  const columns = useColumns(props);
  const classOf = (item: Transaction) => {
    const { transactionId: id } = item;
    return (
      [
        id === selection.selected && 'selected',
        id === openId && 'opened',
        chosen.has(id) && 'chosen',
        !isWaiting(item) && 'ghost',
        decisions.deciding.has(id) && 'deciding',
      ]
        .filter(Boolean)
        .join(' ') || undefined
    );
  };
  return (
    <DataTable
      label={t.table}
      look="rows queue-rows"
      columns={columns}
      rows={items}
      keyOf={({ transactionId }) => transactionId}
      classOf={classOf}
      onOpen={({ transactionId }) => {
        selection.select(transactionId);
        changeParams({ open: transactionId }, { replace: openId !== null });
      }}
    />
  );
}

function useColumns(props: QueueTableProps): readonly Column<Transaction>[] {
  const nowMs = useNow();
  const params = Object.fromEntries(useRoute().params);
  const nameOf = useClientNames();
  const name = nameColumn(props, params, nowMs);
  const details = detailColumns(nowMs, nameOf).map((column) => withOrder(column, props.order));
  const { decisions } = props;
  if (!decisions.mayChange) return [name, ...details];
  return [
    {
      title: texts().queue.chooseAll,
      head: <AllChoice {...props} />,
      cell: (item) => <RowChoice item={item} chosen={props.chosen} />,
      place: 'at-choice',
    },
    name,
    decideColumn(decisions),
    ...details,
  ];
}

/** The column with the party and the amount of a row, which opens it. Below it are the facts from bank statements. */
function nameColumn(
  { selection, decisions }: QueueTableProps,
  params: Readonly<Record<string, string>>,
  nowMs: number,
): Column<Transaction> {
  return {
    title: texts().queue.columns.name,
    cell: (item) => (
      <span class="party">
        <TypeMark type={item.type} />
        <span class="lines">
          <a
            href={hrefOf('queue', { ...params, open: item.transactionId })}
            onFocus={() => selection.select(item.transactionId)}
          >
            <bdi>{partyOf(item)}</bdi>
            <span class="visually-hidden">, {formatAmount(item.amount)}</span>
          </a>
          <Mention item={item} nowMs={nowMs} onClaim={decisions.claim} />
          <BlacklistMark item={item} />
        </span>
        <LookerMarks id={item.transactionId} />
      </span>
    ),
    isRowHeader: true,
    place: 'at-name',
  };
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
          <span class="line beside-pane">{accountOf(item)}</span>
        </>
      ),
      place: 'at-client',
    },
  ];
}

/** Lets a click on the head of the amount or of the age choose the order, and another one that of the age. */
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

function AllChoice({ items, chosen }: Pick<QueueTableProps, 'items' | 'chosen'>) {
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
