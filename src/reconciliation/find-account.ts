import type { AccountRecord } from '../banks/bank-directory.ts';
import { couldBeNumberOf, isNumberOf } from '../kernel/account-number.ts';
import { fieldError, type ServiceError } from '../kernel/errors.ts';
import { normalizeIban } from '../kernel/iban.ts';
import { fault } from '../kernel/problems.ts';
import type { Database } from '../operations/database.ts';
import { fileProblem } from './domain/file-problems.ts';
import type { StatementAccount, StatementProblem } from './domain/statement.ts';
import { MAX_QUOTED_CHARACTERS } from './limits.ts';

/** Finds the accounts of the statements of a file. */
export interface AccountFinder {
  /**
   * @param place the place of the statement in its file.
   * @returns the id of the account, or why there is none. A statement with the code `unknown-account` can be left out.
   */
  find(account: StatementAccount, place: string): string | StatementProblem;
  /** The problems that are known at the end of the file. */
  finish(): readonly StatementProblem[];
}

interface KnownAccount {
  readonly id: string;
  readonly iban: string;
}

/**
 * Creates the search for the accounts of statements: each belongs to the account that it names by IBAN or number.
 * @param chosenId the account that the importer chose, for statements that name none, or whose number is not fully
 * contained in its IBAN. A file without any statement of that account is refused.
 */
export function createAccountFinder(
  accounts: readonly Pick<AccountRecord, 'id' | 'iban'>[],
  chosenId: string | undefined,
): AccountFinder {
  const known = accounts.map(({ id, iban }) => ({ id, iban: normalizeIban(iban) ?? iban }));
  const chosen = known.find(({ id }) => id === chosenId);
  let isChoiceOpen = chosenId !== undefined;
  let [hasOther, isRefused] = [false, false];
  return {
    find(account, place) {
      const found = findOne(known, account, chosen);
      if (typeof found !== 'string') {
        isRefused = true;
        return { ...found, place };
      }
      if (found === chosenId) isChoiceOpen = false;
      else hasOther = true;
      return found;
    },
    finish() {
      if (!isChoiceOpen || !hasOther || isRefused) return [];
      return [fileProblem('other_account', null)];
    },
  };
}

function findOne(
  known: readonly KnownAccount[],
  account: StatementAccount,
  chosen: KnownAccount | undefined,
): string | StatementProblem {
  const { iban, number } = account;
  const named = known.filter((one) =>
    iban === null ? isNumberOf(number ?? '', one.iban) : one.iban === iban,
  );
  const [only] = named;
  if (only && named.length === 1) return only.id;
  const isChosen = chosen && iban === null && (number === null || couldBeNumberOf(number, chosen.iban));
  if (isChosen && (named.length === 0 || named.includes(chosen))) return chosen.id;
  const quoted = `“${(iban ?? number ?? '').slice(0, MAX_QUOTED_CHARACTERS)}”`;
  if (iban === null && number === null) return fileProblem('no_account', null);
  if (named.length > 1) return fileProblem('several_accounts', null, quoted);
  if (chosen) return fileProblem('not_chosen', null, quoted);
  return fileProblem(iban === null ? 'unknown_number' : 'unknown_account', null, quoted);
}

/** @throws ServiceError error_validation. */
export function refuseUnknownAccount(
  known: readonly Pick<AccountRecord, 'id'>[],
  accountId: string | undefined,
): void {
  if (accountId !== undefined && !known.some(({ id }) => id === accountId)) throw unknownAccount('accountId');
}

/** @throws ServiceError error_validation at the path, if the id belongs to no account. */
export async function requireAccount(
  db: Pick<Database, 'read'>,
  accountId: string,
  path: string,
): Promise<AccountRecord> {
  const account = (await db.read('findAccounts', [accountId])).get(accountId);
  if (!account) throw unknownAccount(path);
  return account;
}

function unknownAccount(path: string): ServiceError {
  return fieldError(path, fault('unknown_id', 'is the id of no bank account. Check its id.'));
}
