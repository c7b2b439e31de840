import { formatAge, formatAmount, formatIban } from '../format.ts';
import { hrefOf } from '../router.ts';
import type { Transaction } from '../service/types.ts';
import type { Action } from '../transactions/actions.ts';
import { ibanOf, partyOf } from '../transactions/labels.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge } from '../ui/parts.tsx';
import { useNow } from '../ui/use-now.ts';
import type { Selection } from './use-selection.ts';

/** Transactions that wait longer than this are highlighted. */
const LATE_SECONDS = 15 * 60;

interface QueueTableProps {
  readonly items: readonly Transaction[];
  readonly selection: Selection;
  /** Undefined for viewers. */
  readonly onChoose: ((action: Action, transaction: Transaction) => void) | undefined;
}

/** The rows of the queue. Ages are updated every second. */
export function QueueTable({ items, selection, onChoose }: QueueTableProps) {
  const nowMs = useNow();
  const secondsSince = (iso: string) => (nowMs - Date.parse(iso)) / 1000;
  const columns: Column<Transaction>[] = [
    {
      title: 'Age',
      cell: ({ transactionId, createdAt }) => (
        <a
          href={hrefOf('queue', { open: transactionId })}
          class={secondsSince(createdAt) > LATE_SECONDS ? 'age late' : 'age'}
          onFocus={() => selection.select(transactionId)}
        >
          {formatAge(secondsSince(createdAt))}
        </a>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => <strong>{formatAmount(amount)}</strong>, kind: 'number' },
    { title: 'Name', cell: partyOf, kind: 'name' },
    { title: 'Type', cell: ({ type }) => type },
    {
      title: 'Sent',
      cell: ({ sentAt }) =>
        sentAt && <Badge tone="info" text={`sent ${formatAge(secondsSince(sentAt))} ago`} />,
    },
    {
      title: 'Bank and account',
      cell: (item) => (
        <>
          {item.bank}
          <small class="iban">{formatIban(ibanOf(item))}</small>
        </>
      ),
      needs: 'list',
    },
    { title: 'Client', cell: ({ appKey }) => appKey, needs: 'room' },
    { title: 'Process', cell: ({ processId }) => <span class="id">{processId}</span>, needs: 'room' },
  ];
  if (onChoose)
    columns.push({
      title: 'Decide',
      cell: (item) => <Decide item={item} onChoose={onChoose} />,
      needs: 'list',
    });
  return (
    <DataTable
      label="Pending transactions, oldest first"
      columns={columns}
      rows={items}
      keyOf={({ transactionId }) => transactionId}
      classOf={({ transactionId }) => (transactionId === selection.selected ? 'selected' : undefined)}
    />
  );
}

interface DecideProps {
  readonly item: Transaction;
  readonly onChoose: (action: Action, transaction: Transaction) => void;
}

function Decide({ item, onChoose }: DecideProps) {
  const about = `${formatAmount(item.amount)} of ${partyOf(item)}`;
  return (
    <span class="decide">
      <button type="button" aria-label={`Settle ${about}`} onClick={() => onChoose('settle', item)}>
        Settle
      </button>
      <button type="button" aria-label={`Reject ${about}`} onClick={() => onChoose('reject', item)}>
        Reject
      </button>
    </span>
  );
}
