import { formatAmount } from '../format.ts';
import type { Account, Bank } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import { adminTexts } from '../texts/admin.ts';
import { texts } from '../texts/texts.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Iban } from '../ui/iban.tsx';
import { Badge } from '../ui/parts.tsx';
import { Async, Empty } from '../ui/states.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useLoad } from '../ui/use-load.ts';
import { AccountDialog } from './account-dialog.tsx';
import { BankDialog } from './bank-dialog.tsx';
import type { BanksQuery } from './gql/graphql.ts';
import { PayoutAccountDialog } from './payout-account-dialog.tsx';
import { readBanks } from './read-pages.ts';

/** The banks with their limits, and the accounts that receive deposits. */
export function BanksScreen() {
  const { session, notify } = useSignedIn();
  const [showDialog, open] = useDialog<BanksQuery>();
  const t = adminTexts().banks;
  const loaded = useLoad('banks', () => readBanks(session));
  const saved = (close: () => void) => (message: string) => {
    loaded.reload();
    notify(message);
    close();
  };
  const editBank = (bank?: Bank) =>
    open((close) => <BankDialog bank={bank} onSaved={saved(close)} onClose={close} />);
  const editAccount = (account?: Account) =>
    // A bank that was just added is among them once the list has been read again.
    open((close, { allBanks }) => (
      <AccountDialog account={account} banks={allBanks} onSaved={saved(close)} onClose={close} />
    ));
  const editFiles = (account: Account) =>
    open((close) => <PayoutAccountDialog account={account} onSaved={saved(close)} onClose={close} />);
  return (
    <Async what={t.what} loaded={loaded}>
      {(data) => (
        <>
          <div class="toolbar bar">
            <button type="button" class="primary end" onClick={() => editBank()}>
              {t.newBank}
            </button>
            <button type="button" onClick={() => editAccount()}>
              {t.newAccount}
            </button>
          </div>
          <BankTable data={data} onEdit={editBank} />
          <h2>{t.accounts}</h2>
          <AccountTable data={data} onEdit={editAccount} onFiles={editFiles} />
          {showDialog(data)}
        </>
      )}
    </Async>
  );
}

function bankState({ active }: Bank) {
  const t = adminTexts().banks;
  return <Badge tone={active ? 'good' : 'bad'} text={active ? t.active : t.disabled} />;
}

/** An account whose limit is used up gets no deposits, although it is active. */
function accountState({ active, usedToday, dailyLimit }: Account) {
  const t = adminTexts().banks;
  if (!active) return <Badge tone="bad" text={t.disabled} />;
  if (dailyLimit == null || usedToday < dailyLimit) return <Badge tone="good" text={t.active} />;
  return usedToday > dailyLimit ? (
    <Badge tone="bad" text={t.overLimit} />
  ) : (
    <Badge tone="neutral" text={t.limitReached} />
  );
}

function limitsOf(limits: Bank['deposit']): string {
  const { range, notOffered } = adminTexts().banks;
  return limits ? range(formatAmount(limits.minAmount), formatAmount(limits.maxAmount)) : notOffered;
}

interface TableProps<Row> {
  readonly data: BanksQuery;
  readonly onEdit: (row: Row) => void;
}

function BankTable({ data, onEdit }: TableProps<Bank>) {
  const t = adminTexts().banks;
  const { change, edit } = texts().ui;
  const columns: readonly Column<Bank>[] = [
    {
      title: t.bank,
      isRowHeader: true,
      cell: ({ name, bankId }) => (
        <>
          <strong>{name}</strong>
          <small class="id">{bankId}</small>
        </>
      ),
    },
    { title: t.state, cell: bankState },
    { title: t.deposits, cell: ({ deposit }) => limitsOf(deposit), kind: 'number' },
    { title: t.withdrawals, cell: ({ withdrawal }) => limitsOf(withdrawal), kind: 'number' },
    {
      title: change,
      cell: (bank) => (
        <button type="button" aria-label={t.editBank(bank.name)} onClick={() => onEdit(bank)}>
          {edit}
        </button>
      ),
    },
  ];
  if (data.allBanks.length === 0) return <Empty title={t.noBanks} />;
  return <DataTable label={t.banks} columns={columns} rows={data.allBanks} keyOf={({ bankId }) => bankId} />;
}

interface AccountTableProps extends TableProps<Account> {
  readonly onFiles: (account: Account) => void;
}

function AccountTable({ data, onEdit, onFiles }: AccountTableProps) {
  const t = adminTexts().banks;
  const { change, edit } = texts().ui;
  const names = new Map(data.allBanks.map(({ bankId, name }) => [bankId, name]));
  const columns: readonly Column<Account>[] = [
    { title: t.bank, cell: ({ bankId }) => names.get(bankId) ?? bankId },
    { title: t.holder, isRowHeader: true, cell: ({ accountName }) => accountName },
    { title: t.iban, cell: ({ iban }) => <Iban iban={iban} /> },
    { title: t.state, cell: accountState },
    { title: t.usedToday, cell: UsedToday, kind: 'number' },
    {
      title: t.dailyLimit,
      cell: ({ dailyLimit }) => (dailyLimit == null ? t.noLimit : formatAmount(dailyLimit)),
      kind: 'number',
    },
    {
      title: change,
      cell: (account) => (
        <span class="decide">
          {[
            { label: edit, run: onEdit },
            { label: t.bankFiles, run: onFiles },
          ].map(({ label, run }) => (
            <button
              key={label}
              type="button"
              aria-label={texts().ui.actOn(label, account.iban)}
              onClick={() => run(account)}
            >
              {label}
            </button>
          ))}
        </span>
      ),
    },
  ];
  if (data.bankAccounts.length === 0) return <Empty title={t.noAccounts} />;
  return (
    <DataTable
      label={t.accounts}
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
        // Amber from four fifths of the limit, red at the limit: the optimum is no use at all.
        <meter
          min={0}
          max={dailyLimit}
          low={dailyLimit * 0.8}
          high={dailyLimit * 0.9999}
          optimum={0}
          value={usedToday}
          aria-label={adminTexts().banks.usedOf(iban)}
        />
      )}
    </>
  );
}
