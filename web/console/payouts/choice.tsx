import { amountIn, formatShortTimestamp } from '../format.ts';
import { useClientNames } from '../search-field/choices.ts';
import { payoutTexts } from '../texts/payouts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Iban } from '../ui/iban.tsx';
import type { PayableQuery } from './gql/graphql.ts';
import { Payee } from './words.tsx';

type Payable = PayableQuery['payable'][number];

interface ChoiceProps {
  readonly items: readonly Payable[];
  readonly leftOut: ReadonlySet<string>;
  readonly onChange: (leftOut: ReadonlySet<string>) => void;
}

/** The withdrawals that can be paid, each with a checkbox. */
export function Choice({ items, leftOut, onChange }: ChoiceProps) {
  const t = payoutTexts().form;
  const nameOf = useClientNames();
  const isAll = items.every(({ transactionId }) => !leftOut.has(transactionId));
  const set = (ids: readonly string[], isOut: boolean) => {
    const next = new Set(leftOut);
    for (const id of ids) {
      if (isOut) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  };
  const columns: readonly Column<Payable>[] = [
    {
      title: t.chooseAll,
      head: (
        <input
          type="checkbox"
          aria-label={t.chooseAll}
          checked={isAll}
          onChange={() =>
            set(
              items.map(({ transactionId }) => transactionId),
              isAll,
            )
          }
        />
      ),
      cell: ({ transactionId, accountName }) => (
        <input
          type="checkbox"
          aria-label={t.choose(accountName)}
          checked={!leftOut.has(transactionId)}
          onChange={() => set([transactionId], !leftOut.has(transactionId))}
        />
      ),
    },
    { title: t.party, kind: 'name', isRowHeader: true, cell: (one) => <Payee payout={one} /> },
    { title: t.iban, cell: ({ iban }) => <Iban iban={iban} /> },
    { title: t.amount, kind: 'number', cell: ({ amount, currency }) => amountIn(currency, amount) },
    { title: t.client, kind: 'name', cell: ({ client }) => (client == null ? '–' : nameOf(client)) },
    { title: t.since, cell: ({ createdAt }) => formatShortTimestamp(createdAt) },
  ];
  return (
    <DataTable label={t.title} columns={columns} rows={items} keyOf={({ transactionId }) => transactionId} />
  );
}
