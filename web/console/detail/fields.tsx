import type { ComponentChildren } from 'preact';
import { formatAmount, formatIban } from '../format.ts';
import { reasonOf } from '../transactions/words.ts';
import { CopyButton, Moment } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';

type Field = readonly [label: string, value: ComponentChildren, copied?: string];

/** All that is known of a transaction, one below the other. What it does not have is left out. */
export function DetailFields({ transaction }: Pick<Detail, 'transaction'>) {
  return (
    <section>
      <h3>Fields</h3>
      <dl class="fields">
        {fieldsOf(transaction)
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([label, value, copied]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <span>{value}</span>
                {copied && <CopyButton value={copied} what={label} />}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function fieldsOf(transaction: Detail['transaction']): readonly Field[] {
  const { bankAccountIban, iban, finalAmount, statusReason, sentAt } = transaction;
  const copied = (label: string, value: string): Field => [label, <span class="id">{value}</span>, value];
  return [
    ['Reason', statusReason && reasonOf(statusReason)],
    ['Amount asked for', formatAmount(transaction.amount)],
    ['Final amount', finalAmount == null ? null : formatAmount(finalAmount)],
    ['Payer says sent', sentAt && <Moment iso={sentAt} />],
    ['Name', transaction.name, transaction.name],
    ['Name in plain letters', transaction.convertedName],
    ['User name', transaction.userName],
    copied('User', transaction.userId),
    ['Bank', transaction.bank],
    ['Account holder', transaction.bankAccountName ?? transaction.accountName],
    [
      'IBAN',
      (bankAccountIban ?? iban) && formatIban(bankAccountIban ?? iban ?? ''),
      bankAccountIban ?? iban ?? '',
    ],
    ['Client', transaction.appKey],
    copied('Process', transaction.processId),
    copied('Transaction', transaction.transactionId),
    copied('Bank id', transaction.bankId),
    copied('Hash', transaction.hash),
    ['Payment link', transaction.url && <span class="id">{transaction.url}</span>, transaction.url ?? ''],
    ['Created', <Moment iso={transaction.createdAt} />],
    ['Changed', <Moment iso={transaction.updatedAt} />],
    ['Sequence', transaction.sequence],
  ];
}
