import type { ComponentChildren } from 'preact';
import { formatAmount, formatIban, normalizeIban, typedAmount } from '../format.ts';
import { isWaiting } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { reasonOf } from '../transactions/labels.ts';
import { CopyButton, Timestamp } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';

type Field = readonly [label: string, value: ComponentChildren, copied?: string | undefined];

interface DetailFieldsProps extends Pick<Detail, 'transaction'> {
  /** Amount, holder and IBAN are shown above already. */
  readonly isPaying: boolean;
}

/** All fields of a transaction. Empty fields are left out. */
export function DetailFields({ transaction, isPaying }: DetailFieldsProps) {
  const { amount, theirAccount, iban } = texts().detail.labels;
  const above = isPaying ? [amount, theirAccount, iban] : [];
  return (
    <section>
      <h3>{texts().detail.fields}</h3>
      <FieldList fields={fieldsOf(transaction).filter(([label]) => !above.includes(label))} />
      <details>
        <summary>{texts().detail.technical}</summary>
        <FieldList fields={technicalFieldsOf(transaction)} />
      </details>
    </section>
  );
}

function FieldList({ fields }: { readonly fields: readonly Field[] }) {
  return (
    <dl class="fields">
      {fields
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
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
  const { amount, bankAccountIban, expiresAt, finalAmount, statusReason, sentAt, type } = transaction;
  const { payer } = transaction;
  const t = texts().detail.labels;
  const iban = (type === 'deposit' ? bankAccountIban : transaction.iban) ?? '';
  const holder = transaction.bankAccountName ?? transaction.accountName;
  return [
    [t.reason, statusReason && reasonOf(statusReason)],
    [t.amount, formatAmount(amount), typedAmount(amount)],
    [t.finalAmount, finalAmount == null ? null : formatAmount(finalAmount)],
    idField(t.reference, transaction.reference),
    [t.sent, sentAt && <Timestamp iso={sentAt} />],
    [t.expires, expiresAt && isWaiting(transaction) && <Timestamp iso={expiresAt} />],
    [t.payer, payer?.name && <bdi>{payer.name}</bdi>, payer?.name ?? undefined],
    [
      t.payerIban,
      payer?.iban && <span class="iban">{formatIban(payer.iban)}</span>,
      payer?.iban ?? undefined,
    ],
    [t.name, <bdi>{transaction.name}</bdi>, transaction.name],
    [t.userName, <bdi>{transaction.userName}</bdi>],
    idField(t.user, transaction.userId),
    [t.bank, transaction.bank],
    [type === 'deposit' ? t.ourAccount : t.theirAccount, holder, holder ?? undefined],
    [t.iban, <span class="iban">{formatIban(iban)}</span>, normalizeIban(iban)],
    [
      t.paidFrom,
      transaction.payment?.iban && <span class="iban">{formatIban(transaction.payment.iban)}</span>,
    ],
    idField(t.bankReference, transaction.payment?.bankReference),
    [t.client, transaction.appKey],
    idField(t.process, transaction.processId),
    idField(t.transaction, transaction.transactionId),
    [t.created, <Timestamp iso={transaction.createdAt} />],
    [t.changed, <Timestamp iso={transaction.updatedAt} />],
  ];
}

function technicalFieldsOf(transaction: Detail['transaction']): readonly Field[] {
  const t = texts().detail.labels;
  return [
    [t.plainName, transaction.convertedName],
    idField(t.bankId, transaction.bankId),
    idField(t.hash, transaction.hash),
    idField(t.link, transaction.url),
    [t.sequence, transaction.sequence],
  ];
}
