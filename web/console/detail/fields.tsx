import type { ComponentChildren } from 'preact';
import { formatAmount, formatIban, normalizeIban } from '../format.ts';
import { reasonOf } from '../transactions/labels.ts';
import { CopyButton, Timestamp } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';

type Field = readonly [label: string, value: ComponentChildren, copied?: string];

/** All fields of a transaction. Empty fields are left out. */
export function DetailFields({ transaction }: Pick<Detail, 'transaction'>) {
  return (
    <section>
      <h3>Fields</h3>
      <FieldList fields={fieldsOf(transaction)} />
      <details>
        <summary>Technical fields</summary>
        <FieldList fields={technicalFieldsOf(transaction)} />
      </details>
    </section>
  );
}

function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields
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
  );
}

/** A field for an id, with a button to copy it. */
function idField(label: string, value: string | null | undefined): Field {
  return value ? [label, <span class="id">{value}</span>, value] : [label, null];
}

function fieldsOf(transaction: Detail['transaction']): readonly Field[] {
  const { bankAccountIban, finalAmount, statusReason, sentAt, type } = transaction;
  const iban = (type === 'deposit' ? bankAccountIban : transaction.iban) ?? '';
  return [
    ['Reason', statusReason && reasonOf(statusReason)],
    ['Asked for', formatAmount(transaction.amount)],
    ['Final amount', finalAmount == null ? null : formatAmount(finalAmount)],
    ['Payer says sent', sentAt && <Timestamp iso={sentAt} />],
    ['Name', transaction.name, transaction.name],
    ['User name', transaction.userName],
    idField('User', transaction.userId),
    ['Bank', transaction.bank],
    [
      type === 'deposit' ? 'Our account' : 'Their account',
      transaction.bankAccountName ?? transaction.accountName,
    ],
    ['IBAN', <span class="iban">{formatIban(iban)}</span>, normalizeIban(iban)],
    ['Client', transaction.appKey],
    idField('Process', transaction.processId),
    idField('Transaction', transaction.transactionId),
    ['Created', <Timestamp iso={transaction.createdAt} />],
    ['Changed', <Timestamp iso={transaction.updatedAt} />],
  ];
}

function technicalFieldsOf(transaction: Detail['transaction']): readonly Field[] {
  return [
    ['Plain name', transaction.convertedName],
    idField('Bank id', transaction.bankId),
    idField('Hash', transaction.hash),
    idField('Payment link', transaction.url),
    ['Sequence', transaction.sequence],
  ];
}
