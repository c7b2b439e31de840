import type { AccountRecord } from '../banks/bank-directory.ts';
import { groupBy } from '../kernel/group-by.ts';
import { normalizeIban } from '../kernel/iban.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import { type AccountSigns, type AccountWarning, warnOfOtherAccount } from './domain/other-account.ts';
import type { StagedStatement } from './import-store.ts';
import type { NewLine, Outcome } from './preview-rounds.ts';
import type { ReadPreview } from './read-preview.ts';

/** How many statements of a file, and how many deposits named by the lines of one, are checked. */
const LOOKED_AT_STATEMENTS = 20;
const LOOKED_AT_DEPOSITS = 500;

/** Everything that can be an IBAN in a text, with or without spaces. */
const IBANS = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}/g;

/** A warning about the lines of a statement, and the account to which they would belong. */
export type FileWarning = AccountWarning & { readonly accountId: string };

interface Read extends Pick<ReadPreview, 'statements' | 'newLines'> {
  readonly outcomes: ReadonlyMap<string, Outcome> | undefined;
}

type KnownAccounts = readonly Pick<AccountRecord, 'id' | 'iban'>[];

/** Finds out why lines of a file look like those of an account other than the chosen one. */
export async function findWarnings(
  { db }: Pick<Dependencies, 'db'>,
  known: KnownAccounts,
  { statements, newLines = [], outcomes }: Read,
): Promise<readonly FileWarning[]> {
  const byStatement = groupBy(newLines, ({ statementId }) => statementId);
  const warnings: FileWarning[] = [];
  // A statement that names an IBAN belongs to that account, whatever its lines say.
  const chosen = statements.filter(({ header }) => header.account.iban === null);
  for (const statement of chosen.slice(0, LOOKED_AT_STATEMENTS)) {
    const lines = byStatement.get(statement.id) ?? [];
    const { accountId } = statement;
    const signs: AccountSigns = {
      accountId,
      depositLines: await countDeposits(db, lines, outcomes),
      ...countIbans(known, lines, accountId),
      openingMinor: statement.header.opening?.amountMinor ?? null,
      lastBalances: await findBalances(db, statement),
    };
    warnings.push(...warnOfOtherAccount(signs).map((warning) => ({ ...warning, accountId })));
  }
  return warnings;
}

/** Counts the lines that name deposits, by the accounts of the deposits. */
async function countDeposits(
  db: Dependencies['db'],
  lines: readonly NewLine[],
  outcomes: Read['outcomes'],
): Promise<ReadonlyMap<string, number>> {
  const named = lines.flatMap(({ facts }) => {
    const candidates = outcomes?.get(facts.lineId)?.candidates ?? [];
    const first = candidates.find(({ reasons }) =>
      reasons.some(({ code }) => code === 'reference' || code === 'transaction-id'),
    );
    return first ? [first.transactionId] : [];
  });
  const looked = named.slice(0, LOOKED_AT_DEPOSITS);
  const found = await db.read('findTransactions', [...new Set(looked)]);
  const accountOf = new Map(
    found.flatMap((one) => (one.type === 'deposit' ? [[one.id, one.bankAccountId] as const] : [])),
  );
  return countEach(looked.flatMap((id) => accountOf.get(id) ?? []));
}

/** Counts the lines with the operator's IBANs in their texts, and those whose other party is the account itself. */
function countIbans(known: KnownAccounts, lines: readonly NewLine[], accountId: string) {
  const idOf = new Map(known.map(({ id, iban }) => [normalizeIban(iban) ?? iban, id]));
  const accountIn = (text: string) => idOf.get(normalizeIban(text) ?? '');
  const ibanLines = lines.flatMap(({ facts: { line } }) => {
    const texts = line.remittance.flatMap((text) => text.toUpperCase().match(IBANS) ?? []);
    return [...new Set(texts.flatMap((text) => accountIn(text) ?? []))];
  });
  const isSelf = ({ facts: { line } }: NewLine) => accountIn(line.counterpartyIban ?? '') === accountId;
  return { ibanLines: countEach(ibanLines), selfLines: lines.filter(isSelf).length };
}

async function findBalances(
  db: Dependencies['db'],
  { firstDate, header: { opening, kind } }: StagedStatement,
): Promise<AccountSigns['lastBalances']> {
  // Balances of intraday reports are of any time of the day.
  if (opening === null || firstDate === null || kind !== 'statement') return new Map();
  const found = await db.query('findLastBalances', { beforeDay: firstDate });
  return new Map(found.map(({ accountId, ...balance }) => [accountId, balance]));
}

function countEach(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
