import { formatAmount, normalizeIban, typedAmount } from '../format.ts';
import { accountOf } from '../names.ts';
import { useClientNames } from '../search-field/choices.ts';
import { isWaiting } from '../service/types.ts';
import { texts } from '../texts/texts.ts';
import { ibanOf } from '../transactions/labels.ts';
import { Iban } from '../ui/iban.tsx';
import { Timestamp } from '../ui/parts.tsx';
import type { Detail } from './detail-types.ts';
import { type Field, FieldList, idField } from './field-list.tsx';

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

function fieldsOf(transaction: Detail['transaction'], client: string): readonly Field[] {
  const { amount, expiresAt, finalAmount, sentAt, type } = transaction;
  const { payer, payment } = transaction;
  const t = texts().detail.labels;
  const holder = transaction.bankAccountName ?? transaction.accountName;
  return [
    [t.amount, formatAmount(amount), typedAmount(amount)],
    [t.finalAmount, finalAmount == null ? null : formatAmount(finalAmount)],
    idField(t.reference, transaction.reference),
    [t.sent, sentAt && <Timestamp iso={sentAt} />],
    [t.expires, expiresAt && isWaiting(transaction) && <Timestamp iso={expiresAt} />],
    [t.payer, payer?.name && <bdi>{payer.name}</bdi>, payer?.name],
    ibanField(t.payerIban, payer?.iban),
    [t.name, <bdi>{transaction.name}</bdi>, transaction.name],
    [t.bank, accountOf(transaction)],
    [type === 'deposit' ? t.ourAccount : t.theirAccount, holder, holder],
    ibanField(t.iban, ibanOf(transaction)),
    [t.paidFrom, payment?.iban && <Iban iban={payment.iban} />],
    idField(t.bankReference, payment?.bankReference),
    [t.client, <bdi>{client}</bdi>],
    idField(t.process, transaction.processId),
  ];
}

function ibanField(label: string, iban: string | null | undefined): Field {
  return [label, iban && <Iban iban={iban} />, iban && normalizeIban(iban)];
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
