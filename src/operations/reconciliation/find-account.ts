import { validationError } from '../../domain/errors.ts';
import { normalizeIban } from '../../domain/iban.ts';
import type { StatementHeader, StatementProblem } from '../../domain/statement.ts';
import type { AccountRecord } from '../admin/bank-directory.ts';
import type { FindAccount } from './collect.ts';

/** The fewest digits of an account number that can name an account: the end of its IBAN. */
const LEAST_DIGITS = 6;

/**
 * Makes the search for the account of a statement: by its IBAN, or by its number, which is the end of one IBAN.
 * @param chosenId the account that the importer chose. A file that names another one is refused.
 */
export function createFindAccount(
  accounts: readonly Pick<AccountRecord, 'id' | 'iban'>[],
  chosenId: string | undefined,
): FindAccount {
  const known = accounts.map(({ id, iban }) => ({ id, iban: normalizeIban(iban) ?? iban }));
  const chosen = known.find(({ id }) => id === chosenId);
  if (chosenId !== undefined && !chosen)
    return () => problem('The chosen account is none of the bank accounts. Check its id.');
  return ({ account }) => {
    const named = findNamed(known, account);
    if (named.length === 1 && (!chosen || chosen.id === named[0]?.id)) return named[0]?.id ?? '';
    if (chosen && named.length === 0 && account.iban === null) return chosen.id;
    if (chosen)
      return problem('The file is of another account than the chosen one. Choose the account of the file.');
    if (account.iban === null && account.number === null)
      return problem('The file names no account. Choose the account that it is of.');
    return named.length > 1
      ? problem(
          'The number of the account in the file fits several accounts. Choose the account that it is of.',
        )
      : problem('The account of the file is none of the bank accounts. Add it to its bank first.');
  };
}

/** @throws ServiceError error_validation. */
export function refuseUnknownAccount(
  known: readonly Pick<AccountRecord, 'id'>[],
  accountId: string | undefined,
): void {
  if (accountId === undefined || known.some(({ id }) => id === accountId)) return;
  throw validationError([
    { path: 'accountId', message: 'accountId is the id of no bank account. Check its id.' },
  ]);
}

function findNamed(
  known: readonly { readonly id: string; readonly iban: string }[],
  { iban, number }: StatementHeader['account'],
) {
  if (iban !== null) return known.filter((account) => account.iban === iban);
  const digits = (number ?? '').replace(/\D/g, '').replace(/^0+/, '');
  if (digits.length < LEAST_DIGITS) return [];
  return known.filter((account) => account.iban.endsWith(digits));
}

function problem(message: string): StatementProblem {
  return { code: 'missing-field', place: null, message };
}
