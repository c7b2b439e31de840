/**
 * The content that a column of a bank's table can have. `other` is a column that the profile knows and does not need.
 * `unclearIban` holds IBANs of the payers or of the account, which its name does not say: it is never taken for either.
 */
export const COLUMN_ROLES = [
  'date',
  'time',
  'valueDate',
  'amount',
  'debitAmount',
  'creditAmount',
  'direction',
  'balance',
  'description',
  'counterpartyName',
  'counterpartyIban',
  'reference',
  'receiptNo',
  'transactionType',
  'currency',
  'ownIban',
  'ownNumber',
  'unclearIban',
  'status',
  'payerId',
  'other',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** The roles without which no line can be read. */
export function rolesOfEveryLine({
  direction,
}: {
  readonly direction: { readonly kind: 'signed' | 'letters' | 'columns' };
}): readonly ColumnRole[] {
  if (direction.kind === 'columns') return ['date', 'debitAmount', 'creditAmount'];
  return direction.kind === 'letters' ? ['date', 'amount', 'direction'] : ['date', 'amount'];
}
