import { formatAmount, formatShortTimestamp } from '../format.ts';
import { accountOf } from '../names.ts';
import { BatchMark, BlacklistMark, RowChoice } from '../queue/row-parts.tsx';
import { TransactionTable } from '../queue/transaction-table.tsx';
import type { List } from '../queue/use-list.ts';
import { useClientNames } from '../search-field/choices.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { searchTexts } from '../texts/search.ts';
import { texts } from '../texts/texts.ts';
import { canSettleAtOnce } from '../transactions/actions.ts';
import { describePlan } from '../transactions/labels.ts';
import type { Column } from '../ui/data-table.tsx';
import { Badge, CopyId, StatusBadge } from '../ui/parts.tsx';

/** The rows of a search: as in the queue, with their outcome. */
export function ResultTable({ list }: { readonly list: List }) {
  const nameOf = useClientNames();
  const { chooseAll } = texts().queue;
  return (
    <TransactionTable
      list={list}
      screen="search"
      label={searchTexts().table}
      about={(item) => (
        <span class="line of-client" dir="auto">
          {nameOf(item.appKey)}
          <span class="of-account">{accountOf(item)}</span>
        </span>
      )}
      choice={{
        head: <span class="visually-hidden">{chooseAll}</span>,
        cell: (item) => canSettleAtOnce(item) && <RowChoice item={item} chosen={list.chosen} />,
      }}
      details={detailColumns(nameOf)}
    />
  );
}

function detailColumns(nameOf: ReturnType<typeof useClientNames>): readonly Column<Transaction>[] {
  const t = searchTexts().columns;
  const names = texts().queue.columns;
  return [
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
}

/** The amount that was paid. If another one was asked for, both are shown. */
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

/** How a transaction ended: expired, cancelled, rejected or reversed, and whether its money came late. */
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
