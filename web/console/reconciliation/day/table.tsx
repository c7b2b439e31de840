import { formatCount, formatDay, formatIban, nameOfCurrency } from '../../format.ts';
import { byName } from '../../names.ts';
import { hrefOf } from '../../router.ts';
import { reconciliationTexts } from '../../texts/reconciliation.ts';
import { Badge } from '../../ui/parts.tsx';
import { Amount } from '../day-table.tsx';
import type { WholeDayFragment } from '../gql/graphql.ts';
import { type DayAccount, nameOf } from './words.ts';

/** The columns between the account and its problem. */
const COLUMNS = [
  ...(['opening', 'credits', 'debits', 'fees', 'closing', 'waiting', 'drift', 'unexplained'] as const),
];
type Amounts = Pick<DayAccount, Exclude<(typeof COLUMNS)[number], 'waiting'> | 'waitingCount'>;

/** All accounts of a day, one in each row, and their sums. */
export function AccountsTable({ found }: { readonly found: WholeDayFragment }) {
  const { day: t } = reconciliationTexts();
  const { day, accounts, total, currency } = found;
  const label = t.title(formatDay(day));
  return (
    <section class="table-frame day-accounts" aria-label={label}>
      <table>
        <caption class="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t.columns.account}</th>
            {COLUMNS.map((name) => (
              <th key={name} scope="col" class="number">
                {t.columns[name]}
              </th>
            ))}
            <th scope="col">{t.columns.check}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.toSorted(byName(nameOf)).map((account) => (
            <AccountRow key={account.accountId} account={account} day={day} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {t.total(formatCount(accounts.length))}, {nameOfCurrency(currency)}
            </th>
            <AmountCells of={total} waiting={formatCount(total.waitingCount)} />
            <td data-title={t.columns.check}>
              {total.missingCount > 0 && <Badge tone="warn" text={formatCount(total.missingCount)} />}
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function AccountRow({ account, day }: { readonly account: DayAccount; readonly day: string }) {
  const { day: t } = reconciliationTexts();
  const { accountId, accountName, iban, waitingCount, pendingCount, otherCurrencyCount } = account;
  const inReconciliation = { account: accountId, from: day, to: day };
  return (
    <tr>
      <th scope="row">
        <a href={hrefOf('reconciliation', { view: 'days', ...inReconciliation, open: day })}>
          {nameOf(account)}
        </a>
        <small>
          <bdi>{accountName}</bdi>
        </small>
        {pendingCount > 0 && <small>{t.pending(formatCount(pendingCount))}</small>}
        {otherCurrencyCount > 0 && <small>{t.otherCurrency(formatCount(otherCurrencyCount))}</small>}
        <span class="iban on-paper">{formatIban(iban)}</span>
      </th>
      <AmountCells
        of={account}
        waiting={
          waitingCount === 0 ? (
            '0'
          ) : (
            <a href={hrefOf('reconciliation', { group: 'all', ...inReconciliation })}>
              {formatCount(waitingCount)}
            </a>
          )
        }
      />
      <td data-title={t.columns.check}>
        <Check account={account} />
      </td>
    </tr>
  );
}

/** The gravest problem of an account's day: figures are missing or do not add up, or else money is unexplained. */
function Check({ account: { missing, unexplained } }: { readonly account: DayAccount }) {
  const { day: t } = reconciliationTexts();
  if (missing != null)
    return <Badge tone={missing === 'balance' ? 'bad' : 'warn'} text={t.missing[missing]} />;
  if (unexplained !== 0) return <Badge tone="warn" text={t.differs} />;
  return <Badge tone="good" text={t.complete} />;
}

interface CellsProps {
  readonly of: Amounts;
  readonly waiting: preact.ComponentChildren;
}

function AmountCells({ of, waiting }: CellsProps) {
  const { day: t } = reconciliationTexts();
  return (
    <>
      {COLUMNS.map((name) =>
        name === 'waiting' ? (
          <td
            key={name}
            class={`number${of.waitingCount === 0 ? ' nil' : ''}`}
            data-title={t.columns.waiting}
          >
            {waiting}
          </td>
        ) : (
          <Amount key={name} name={name} title={t.columns[name]} amount={of[name]} />
        ),
      )}
    </>
  );
}
