import { groupBy } from '../../../src/kernel/group-by.ts';
import { type Doubt, findAllDoubts } from '../../../src/reconciliation/domain/matching/doubts.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Database } from '../../tables.ts';
import { readDepositFacts } from '../../transactions/queries/deposit-facts.ts';
import { isDeposit } from '../rows/matched-transactions.ts';
import { findEqualCredits } from './equal-credits.ts';
import { type LineRow, toLineFacts } from './lines-to-match.ts';
import { findNamed } from './match-transactions.ts';
import { findUnexplained } from './other-lines.ts';

type Doubts = ReadonlyMap<string, readonly Doubt[]>;

/** Rows of lines. Whether one is held says nothing about its money. */
type Rows = readonly Omit<LineRow, 'held'>[];

/** Finds what speaks now against the money of credits, by the ids of those with any: see doubtsOf. */
export function findDoubts(db: Database, rows: Rows): Promise<Doubts> {
  return findOfAccounts(db, rows, findEqualCredits);
}

/** Finds by which debits the money of credits can have gone back, by the ids of the credits. */
export function findTakenBack(db: Database, rows: Rows): Promise<Doubts> {
  return findOfAccounts(db, rows, () => Promise.resolve(new Map()));
}

type FindEquals = typeof findEqualCredits;

async function findOfAccounts(db: Database, rows: Rows, findEquals: FindEquals): Promise<Doubts> {
  const lines = rows.map((row) => toLineFacts({ ...row, held: 0 }));
  const credits = lines.filter(({ line }) => line.direction === 'credit');
  const found = new Map<string, readonly Doubt[]>();
  for (const ofAccount of groupBy(credits, ({ bankAccountId }) => bankAccountId).values())
    for (const [lineId, doubts] of await findOfAccount(db, ofAccount, findEquals)) found.set(lineId, doubts);
  return found;
}

async function findOfAccount(
  db: Database,
  lines: readonly LineFacts[],
  findEquals: FindEquals,
): Promise<Doubts> {
  const debits = await findUnexplained(db, lines);
  if (!debits) {
    const half = Math.ceil(lines.length / 2);
    const [some, others] = [lines.slice(0, half), lines.slice(half)];
    return new Map([
      ...(await findOfAccount(db, some, findEquals)),
      ...(await findOfAccount(db, others, findEquals)),
    ]);
  }
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const named = await findNamed(db, {
    references: lookups.flatMap(({ references }) => references),
    ids: lookups.flatMap(({ transactionIds }) => transactionIds),
  });
  return findAllDoubts({
    bankAccountId: lines[0]?.bankAccountId ?? '',
    lines,
    debits,
    equals: await findEquals(db, lines),
    deposits: await readDepositFacts(db, named.filter(isDeposit)),
  });
}
