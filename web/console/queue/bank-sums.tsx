import { formatAmount, formatCount } from '../format.ts';
import { isWaiting, type Transaction } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { sumOf } from '../transactions/sums.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import type { Queue } from './queue-state.ts';

interface BankSum {
  /** Undefined for the row of all banks. */
  readonly bankId: string | undefined;
  readonly name: string;
  readonly items: readonly Transaction[];
}

/** The sum to be paid out. It opens to show the sums of the banks, from the largest to the smallest. */
export function BankSums({ data: { items } }: { readonly data: Queue }) {
  const t = texts().queue;
  const banks = sumByBank(items);
  if (banks.length === 0) return null;
  const all = banks.flatMap((bank) => bank.items);
  const rows = banks.length > 1 ? [...banks, { bankId: undefined, name: t.total, items: all }] : banks;
  const columns: readonly Column<BankSum>[] = [
    { title: t.bank, cell: ({ name }) => name, kind: 'name', isRowHeader: true },
    { title: t.count, cell: (bank) => formatCount(bank.items.length), kind: 'number' },
    {
      title: t.paidNow,
      cell: (bank) => formatCount(bank.items.filter(({ claim }) => claim?.isLive).length),
      kind: 'number',
    },
    { title: t.sum, cell: (bank) => <strong>{formatAmount(sumOf(bank.items))}</strong>, kind: 'number' },
  ];
  return (
    <details class="bank-sums">
      <summary>
        {t.sums}: {formatCount(all.length)} · {formatAmount(sumOf(all))}
      </summary>
      <DataTable
        label={t.sums}
        look="plain"
        columns={columns}
        rows={rows}
        keyOf={({ bankId }) => bankId ?? 'all'}
        classOf={({ bankId }) => (bankId === undefined ? 'total' : undefined)}
      />
    </details>
  );
}

/** Groups the waiting withdrawals by the ids of their banks, because two banks may have the same name. */
function sumByBank(items: readonly Transaction[]): readonly BankSum[] {
  const banks = new Map<string, Transaction[]>();
  for (const item of items.filter(isWaiting)) {
    const known = banks.get(item.bankId);
    if (known) known.push(item);
    else banks.set(item.bankId, [item]);
  }
  return [...banks]
    .map(([bankId, own]) => ({ bankId, name: own[0]?.bank ?? bankId, items: own }))
    .sort((one, other) => sumOf(other.items) - sumOf(one.items));
}
