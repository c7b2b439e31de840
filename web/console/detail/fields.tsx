import type { ComponentChildren } from 'preact';
import { formatAmount, normalizeIban, typedAmount } from '../format.ts';
import { accountOf } from '../names.ts';
import { useClientNames } from '../search-field/choices.ts';
import { isWaiting } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { Iban } from '../ui/iban.tsx';
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
  const client = useClientNames()(transaction.appKey);
  const above = isPaying ? [amount, theirAccount, iban] : [];
  return (
    <section>
      <h3>{texts().detail.fields}</h3>
      <FieldList fields={fieldsOf(transaction, client).filter(([label]) => !above.includes(label))} />
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

function fieldsOf(transaction: Detail['transaction'], client: string): readonly Field[] {
  const { amount, bankAccountIban, expiresAt, finalAmount, sentAt, type } = transaction;
  const { payer, payment } = transaction;
  const t = texts().detail.labels;
  const iban = (type === 'deposit' ? bankAccountIban : transaction.iban) ?? '';
  const holder = transaction.bankAccountName ?? transaction.accountName;
  return [
    [t.amount, formatAmount(amount), typedAmount(amount)],
    [t.finalAmount, finalAmount == null ? null : formatAmount(finalAmount)],
    idField(t.reference, transaction.reference),
    [t.sent, sentAt && <Timestamp iso={sentAt} />],
    [t.expires, expiresAt && isWaiting(transaction) && <Timestamp iso={expiresAt} />],
    [t.payer, payer?.name && <bdi>{payer.name}</bdi>, payer?.name ?? undefined],
    ibanField(t.payerIban, payer?.iban),
    [t.name, <bdi>{transaction.name}</bdi>, transaction.name],
    [t.bank, accountOf(transaction)],
    [type === 'deposit' ? t.ourAccount : t.theirAccount, holder, holder ?? undefined],
    ibanField(t.iban, iban),
    [t.paidFrom, payment?.iban && <Iban iban={payment.iban} />],
    idField(t.bankReference, payment?.bankReference),
    [t.client, <bdi>{client}</bdi>],
    idField(t.process, transaction.processId),
  ];
}

function ibanField(label: string, iban: string | null | undefined): Field {
  return [label, iban && <Iban iban={iban} />, iban ? normalizeIban(iban) : undefined];
}

function technicalFieldsOf(transaction: Detail['transaction']): readonly Field[] {
  const t = texts().detail.labels;
  return [
    idField(t.transaction, transaction.transactionId),
    [t.userName, <bdi>{transaction.userName}</bdi>],
    idField(t.user, transaction.userId),
    [t.plainName, transaction.convertedName],
    [t.appKey, transaction.appKey],
    idField(t.bankId, transaction.bankId),
    idField(t.hash, transaction.hash),
    idField(t.link, transaction.url),
    [t.sequence, transaction.sequence],
    [t.changed, <Timestamp iso={transaction.updatedAt} />],
  ];
}
