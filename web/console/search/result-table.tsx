import { formatAmount, formatIban } from '../format.ts';
import { Decide, RowChoice, TypeMark } from '../queue/row-parts.tsx';
import { changeParams, hrefOf, useRoute } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { ibanOf, partyOf } from '../transactions/labels.ts';
import type { ListWork } from '../transactions/list-work.tsx';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge, CopyId, Timestamp } from '../ui/parts.tsx';

interface ResultTableProps {
  readonly items: readonly Transaction[];
  readonly work: ListWork;
  readonly openId: string | null;
}

/** The rows of a search: as in the queue, with their outcome. */
export function ResultTable({ items, work, openId }: ResultTableProps) {
  const { selection, chosen, deciding } = work;
  const columns = useColumns(work);
  const classOf = ({ transactionId: id }: Transaction) =>
    [
      id === selection.selected && 'selected',
      id === openId && 'opened',
      chosen.has(id) && 'chosen',
      deciding.has(id) && 'deciding',
    ]
      .filter(Boolean)
      .join(' ') || undefined;
  return (
    <DataTable
      label={texts().search.table}
      look="rows result-rows"
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

function useColumns({ selection, chosen, mayChange, decide }: ListWork): readonly Column<Transaction>[] {
  const t = texts().search.columns;
  const names = texts().queue.columns;
  const params = Object.fromEntries(useRoute().params);
  const columns: Column<Transaction>[] = [
    {
      title: names.name,
      cell: (item) => (
        <span class="party">
          <TypeMark type={item.type} />
          <a
            href={hrefOf('search', { ...params, open: item.transactionId })}
            onFocus={() => selection.select(item.transactionId)}
          >
            <bdi>{partyOf(item)}</bdi>
            <span class="visually-hidden">, {formatAmount(item.amount)}</span>
          </a>
        </span>
      ),
      isRowHeader: true,
      place: 'at-name',
    },
    {
      title: names.amount,
      cell: (item) => <Amounts item={item} />,
      kind: 'number',
      place: 'at-amount',
    },
    { title: t.outcome, cell: (item) => <Outcome item={item} />, place: 'at-outcome' },
    { title: t.created, cell: ({ createdAt }) => <Timestamp iso={createdAt} />, place: 'at-created' },
    {
      title: names.reference,
      cell: ({ reference }) => reference && <CopyId value={reference} what={names.reference} />,
      place: 'at-reference',
    },
    {
      title: names.account,
      cell: (item) => (
        <>
          <span class="iban">…{formatIban(ibanOf(item)).slice(-7)}</span> {item.bank}
        </>
      ),
      place: 'at-account',
    },
    { title: names.client, cell: ({ appKey }) => appKey, place: 'at-client' },
    {
      title: names.process,
      cell: ({ processId }) => <CopyId value={processId} what={names.process} />,
      place: 'at-process',
    },
  ];
  if (!mayChange) return columns;
  return [
    {
      title: texts().queue.chooseAll,
      head: <span class="visually-hidden">{texts().queue.chooseAll}</span>,
      cell: (item) => item.status === 'pending' && <RowChoice item={item} chosen={chosen} />,
      place: 'at-choice',
    },
    ...columns,
    {
      title: names.decide,
      cell: (item) => item.status === 'pending' && <Decide item={item} onDecide={decide} />,
      place: 'at-decide',
    },
  ];
}

/** The amount that was paid if another was asked for; both are named. */
function Amounts({ item: { amount, finalAmount } }: { readonly item: Transaction }) {
  if (finalAmount == null || finalAmount === amount) return <strong>{formatAmount(amount)}</strong>;
  return (
    <>
      <strong>{formatAmount(finalAmount)}</strong>
      <small>{texts().search.of(formatAmount(amount))}</small>
    </>
  );
}

/** How a transaction ended: expired, cancelled, rejected and reversed apart, and whether its money came late. */
export function Outcome({ item }: { readonly item: Transaction }) {
  const { status, endedAs, isLate, sentAt } = item;
  const t = texts();
  const tone = { pending: 'neutral', successful: 'good', unsuccessful: 'bad' } as const;
  return (
    <span class="outcome">
      <Badge tone={tone[status]} text={endedAs ? t.search.ended[endedAs] : t.ui.status[status]} />
      {isLate && <Badge tone="info" text={t.search.late} />}
      {status === 'pending' && sentAt != null && <Badge tone="info" text={t.queue.sent} />}
    </span>
  );
}
