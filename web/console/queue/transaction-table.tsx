import type { ComponentChildren } from 'preact';
import { formatAmount } from '../format.ts';
import { ViewerMarks } from '../presence/later.ts';
import { changeParams, hrefOf, useRoute } from '../router.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { partyOf } from '../transactions/labels.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { decideColumn } from './decide.tsx';
import { TypeMark } from './row-parts.tsx';
import type { List } from './use-list.ts';

interface TableProps {
  readonly list: List;
  readonly screen: 'queue' | 'search';
  readonly label: string;
  /** Draws the line below the party of a row. */
  readonly about: (item: Transaction) => ComponentChildren;
  readonly choice: Pick<Column<Transaction>, 'head' | 'cell'>;
  /** The columns after the party. */
  readonly details: readonly Column<Transaction>[];
}

const LOOKS = { queue: 'rows queue-rows', search: 'rows result-rows' } as const;

/** A list of transactions. A row can be opened, checked and decided. */
export function TransactionTable(props: TableProps) {
  const { list, screen, label, choice, details } = props;
  const { items, selection, chosen, decisions, openId } = list;
  const name = nameColumn(props, Object.fromEntries(useRoute().params));
  const { chooseAll } = texts().queue;
  const classOf = (item: Transaction) => {
    const { transactionId: id } = item;
    const isGone = screen === 'queue' && !isWaiting(item);
    return (
      [
        id === selection.selected && 'selected',
        id === openId && 'opened',
        chosen.has(id) && 'chosen',
        isGone && 'ghost',
        decisions.deciding.has(id) && 'deciding',
      ]
        .filter(Boolean)
        .join(' ') || undefined
    );
  };
  return (
    <DataTable
      label={label}
      look={LOOKS[screen]}
      // The columns to choose and to decide are also there when nothing is waiting, so that no column moves when rows
      // appear.
      columns={
        decisions.canChange
          ? [{ title: chooseAll, ...choice, place: 'at-choice' }, name, decideColumn(decisions), ...details]
          : [name, ...details]
      }
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

/** The column with the party of a row, which opens it. */
function nameColumn(
  { list: { selection }, screen, about }: TableProps,
  params: Readonly<Record<string, string>>,
): Column<Transaction> {
  return {
    title: texts().queue.columns.name,
    cell: (item) => (
      <span class="party">
        <TypeMark type={item.type} />
        <span class="lines">
          <a
            href={hrefOf(screen, { ...params, open: item.transactionId })}
            onFocus={() => selection.select(item.transactionId)}
          >
            <bdi>{partyOf(item)}</bdi>
            <span class="visually-hidden">, {formatAmount(item.amount)}</span>
          </a>
          {about(item)}
        </span>
        <ViewerMarks id={item.transactionId} />
      </span>
    ),
    isRowHeader: true,
    place: 'at-name',
  };
}
