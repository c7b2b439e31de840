import { normalizeIban } from '../../kernel/iban.ts';
import type { StatementAccount, StatementLine } from '../../reconciliation/domain/statement.ts';
import type { Fields } from '../iso20022/fields.ts';

type Counterparty = Pick<StatementLine, 'counterpartyName' | 'ultimateName' | 'counterpartyIban'>;

export const NO_COUNTERPARTY: Counterparty = {
  counterpartyName: null,
  ultimateName: null,
  counterpartyIban: null,
};

interface Role extends Counterparty {
  readonly isEmpty: boolean;
  readonly isOwnAccount: boolean;
}

/** An account number for people: an IBAN in its electronic form, any other number without blanks around it. */
export function accountNumber(iban: string | null, other: string | null): string | null {
  const number = iban ?? other;
  return number === null ? null : (normalizeIban(number) ?? number);
}

interface Side {
  readonly isCredit: boolean;
  readonly account: StatementAccount;
}

/**
 * Whether the account itself pays in a credit, or is paid in a debit: the roles are those of an earlier payment, whose
 * money comes back.
 */
export function isTurned(transaction: Fields, { isCredit, account }: Side): boolean {
  const debtor = roleOf(transaction, 'Dbtr', account);
  const creditor = roleOf(transaction, 'Cdtr', account);
  const [usual, opposite] = isCredit ? [debtor, creditor] : [creditor, debtor];
  return usual.isOwnAccount && !opposite.isOwnAccount && !opposite.isEmpty;
}

/**
 * The other side of a transaction. Money comes from the debtor and goes to the creditor, but returns and reversals keep
 * the roles of the payment that they take back. The account of a side decides, if the file has it: the account of the
 * statement is never the other side.
 */
export function counterpartyOf(
  transaction: Fields,
  line: Side & { readonly takesBack: boolean },
): Counterparty {
  const debtor = roleOf(transaction, 'Dbtr', line.account);
  const creditor = roleOf(transaction, 'Cdtr', line.account);
  const [usual, opposite] = line.isCredit !== line.takesBack ? [debtor, creditor] : [creditor, debtor];
  const isOpposite = usual.isOwnAccount || (line.takesBack && usual.isEmpty);
  const chosen = isOpposite ? opposite : usual;
  if (chosen.isOwnAccount) return NO_COUNTERPARTY;
  const { counterpartyName, ultimateName, counterpartyIban } = chosen;
  return { counterpartyName, ultimateName, counterpartyIban };
}

function roleOf(transaction: Fields, role: 'Dbtr' | 'Cdtr', own: StatementAccount): Role {
  const counterpartyName = transaction.first(`${role}/Nm`);
  const ultimateName = transaction.first(`Ultmt${role}/Nm`);
  const counterpartyIban = accountNumber(
    transaction.first(`${role}Acct/IBAN`),
    transaction.first(`${role}Acct/Othr`),
  );
  const isOwnAccount = counterpartyIban !== null && [own.iban, own.number].includes(counterpartyIban);
  const isEmpty = counterpartyName === null && ultimateName === null && counterpartyIban === null;
  return { counterpartyName, ultimateName, counterpartyIban, isEmpty, isOwnAccount };
}
