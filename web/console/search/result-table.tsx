import { formatAmount, formatShortTimestamp } from '../format.ts';
import { accountOf } from '../names.ts';
import { LookerMarks } from '../presence/later.ts';
import { decideColumn } from '../queue/decide.tsx';
import { BatchMark, BlacklistMark, RowChoice, TypeMark } from '../queue/row-parts.tsx';
import type { Chosen } from '../queue/use-chosen.ts';
import type { Decisions } from '../queue/use-decisions.ts';
import type { Selection } from '../queue/use-selection.ts';
import { changeParams, hrefOf, useRoute } from '../router.ts';
import { useClientNames } from '../search-field/choices.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { searchTexts } from '../texts/search.ts';
import { texts } from '../texts/texts.ts';
import { maySettleAtOnce } from '../transactions/actions.ts';
import { describePlan, partyOf } from '../transactions/labels.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge, CopyId, StatusBadge } from '../ui/parts.tsx';

interface ResultTableProps {
  readonly items: readonly Transaction[];
  readonly selection: Selection;
  readonly chosen: Chosen;
  readonly decisions: Decisions;
  readonly openId: string | null;
}

/** The rows of a search: as in the queue, with their outcome. */
export function ResultTable(props: ResultTableProps) {
  const { items, selection, chosen, decisions, openId } = props;
  const { deciding } = decisions;
  const columns = useColumns(props);
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
      label={searchTexts().table}
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

function useColumns({ selection, chosen, decisions }: ResultTableProps): readonly Column<Transaction>[] {
  const { mayChange } = decisions;
  const nameOf = useClientNames();
  const t = searchTexts().columns;
  const names = texts().queue.columns;
  const params = Object.fromEntries(useRoute().params);
  const columns: Column<Transaction>[] = [
    {
      title: names.name,
      cell: (item) => (
        <span class="party">
          <TypeMark type={item.type} />
          <span class="lines">
            <a
              href={hrefOf('search', { ...params, open: item.transactionId })}
              onFocus={() => selection.select(item.transactionId)}
            >
              <bdi>{partyOf(item)}</bdi>
              <span class="visually-hidden">, {formatAmount(item.amount)}</span>
            </a>
            <span class="line of-client" dir="auto">
              {nameOf(item.appKey)}
              <span class="of-account">{accountOf(item)}</span>
            </span>
          </span>
          <LookerMarks id={item.transactionId} />
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
    {
      title: t.created,
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatShortTimestamp(createdAt)}</time>,
      place: 'at-created',
    },
    {
      title: names.reference,
      cell: ({ reference }) => reference && <CopyId value={reference} what={names.reference} />,
      place: 'at-reference',
    },
    {
      title: names.account,
      cell: accountOf,
      place: 'at-account',
    },
    { title: names.client, cell: ({ appKey }) => <bdi>{nameOf(appKey)}</bdi>, place: 'at-client' },
    {
      title: names.process,
      cell: ({ processId }) => <CopyId value={processId} what={names.process} />,
      place: 'at-process',
    },
  ];
  // Also when nothing waits, so that no column moves with the rows.
  if (!mayChange) return columns;
  return [
    {
      title: texts().queue.chooseAll,
      head: <span class="visually-hidden">{texts().queue.chooseAll}</span>,
      cell: (item) => maySettleAtOnce(item) && <RowChoice item={item} chosen={chosen} />,
      place: 'at-choice',
    },
    ...columns.slice(0, 1),
    decideColumn(decisions),
    ...columns.slice(1),
  ];
}

/** The amount that was paid if another was asked for; both are named. */
function Amounts({ item: { amount, finalAmount, type } }: { readonly item: Transaction }) {
  if (finalAmount == null || finalAmount === amount)
    return <strong class={type}>{formatAmount(amount)}</strong>;
  return (
    <>
      <strong class={type}>{formatAmount(finalAmount)}</strong>
      <small>{searchTexts().of(formatAmount(amount))}</small>
    </>
  );
}

/** How a transaction ended: expired, cancelled, rejected and reversed apart, and whether its money came late. */
export function Outcome({ item }: { readonly item: Transaction }) {
  const { isLate, sentAt, planned } = item;
  const t = texts();
  return (
    <span class="outcome">
      <StatusBadge {...item} />
      {planned && <Badge tone="info" text={describePlan(planned)} />}
      {isLate && <Badge tone="warn" text={searchTexts().late} />}
      <BlacklistMark item={item} />
      <BatchMark item={item} />
      {isWaiting(item) && sentAt != null && <Badge tone="info" text={t.queue.sent} />}
    </span>
  );
}
