import { useState } from 'preact/hooks';
import { formatAmount, formatIban } from '../format.ts';
import { BanksDocument, type BanksQuery } from '../gql/graphql.ts';
import type { Account, Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Badge } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useLoad } from '../ui/use-load.ts';
import { AccountDialog } from './account-dialog.tsx';
import { BankDialog } from './bank-dialog.tsx';

type Open =
  | { readonly kind: 'bank'; readonly bank: Bank | undefined }
  | { readonly kind: 'account'; readonly account: Account | undefined };

/** The banks with their limits, and the accounts that receive deposits. */
export function BanksScreen() {
  const { session, notify } = useSignedIn();
  const [open, setOpen] = useState<Open>();
  const loaded = useLoad('banks', () => session.request(BanksDocument));
  const close = () => setOpen(undefined);
  const saved = (message: string) => {
    loaded.reload();
    notify(message);
    close();
  };
  return (
    <Async what="banks" loaded={loaded}>
      {(data) => (
        <>
          <div class="toolbar">
            <button type="button" class="primary" onClick={() => setOpen({ kind: 'bank', bank: undefined })}>
              New bank
            </button>
            <button type="button" onClick={() => setOpen({ kind: 'account', account: undefined })}>
              New account
            </button>
          </div>
          <BankTable data={data} onEdit={(bank) => setOpen({ kind: 'bank', bank })} />
          <h2>Accounts</h2>
          <AccountTable data={data} onEdit={(account) => setOpen({ kind: 'account', account })} />
          {open?.kind === 'bank' && <BankDialog bank={open.bank} onSaved={saved} onClose={close} />}
          {open?.kind === 'account' && (
            <AccountDialog account={open.account} banks={data.allBanks} onSaved={saved} onClose={close} />
          )}
        </>
      )}
    </Async>
  );
}

function stateBadge({ active }: { readonly active: boolean }) {
  return <Badge tone={active ? 'good' : 'bad'} text={active ? 'active' : 'closed'} />;
}

function limitsOf(limits: Bank['deposit']): string {
  return limits ? `${formatAmount(limits.minAmount)} – ${formatAmount(limits.maxAmount)}` : 'not offered';
}

interface TableProps<Row> {
  readonly data: BanksQuery;
  readonly onEdit: (row: Row) => void;
}

function BankTable({ data, onEdit }: TableProps<Bank>) {
  const columns: readonly Column<Bank>[] = [
    {
      title: 'Bank',
      cell: ({ name, bankId }) => (
        <>
          <strong>{name}</strong>
          <small class="id">{bankId}</small>
        </>
      ),
    },
    { title: 'State', cell: stateBadge },
    { title: 'Deposits', cell: ({ deposit }) => limitsOf(deposit), kind: 'number' },
    { title: 'Withdrawals', cell: ({ withdrawal }) => limitsOf(withdrawal), kind: 'number' },
    {
      title: 'Change',
      cell: (bank) => (
        <button type="button" aria-label={`Edit ${bank.name}`} onClick={() => onEdit(bank)}>
          Edit
        </button>
      ),
    },
  ];
  if (data.allBanks.length === 0) return <Empty title="No banks yet" />;
  return <DataTable label="Banks" columns={columns} rows={data.allBanks} keyOf={({ bankId }) => bankId} />;
}

function AccountTable({ data, onEdit }: TableProps<Account>) {
  const names = new Map(data.allBanks.map(({ bankId, name }) => [bankId, name]));
  const columns: readonly Column<Account>[] = [
    { title: 'Bank', cell: ({ bankId }) => names.get(bankId) ?? bankId },
    { title: 'Holder', cell: ({ accountName }) => accountName },
    { title: 'IBAN', cell: ({ iban }) => <span class="iban">{formatIban(iban)}</span> },
    { title: 'State', cell: stateBadge },
    { title: 'Used today', cell: UsedToday, kind: 'number' },
    {
      title: 'Daily limit',
      cell: ({ dailyLimit }) => (dailyLimit == null ? 'none' : formatAmount(dailyLimit)),
      kind: 'number',
    },
    {
      title: 'Change',
      cell: (account) => (
        <button type="button" aria-label={`Edit ${account.iban}`} onClick={() => onEdit(account)}>
          Edit
        </button>
      ),
    },
  ];
  if (data.bankAccounts.length === 0) return <Empty title="No accounts yet" />;
  return (
    <DataTable
      label="Accounts"
      columns={columns}
      rows={data.bankAccounts}
      keyOf={({ accountId }) => accountId}
    />
  );
}

function UsedToday({ usedToday, dailyLimit, iban }: Account) {
  return (
    <>
      {formatAmount(usedToday)}
      {dailyLimit != null && (
        <meter
          min={0}
          max={dailyLimit}
          high={dailyLimit * 0.8}
          value={usedToday}
          aria-label={`Used of ${iban}`}
        />
      )}
    </>
  );
}
