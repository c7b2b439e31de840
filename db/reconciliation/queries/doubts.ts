import { groupBy } from '../../../src/kernel/group-by.ts';
import { type Doubt, findAllDoubts } from '../../../src/reconciliation/domain/matching/doubts.ts';
import { lookupsOf } from '../../../src/reconciliation/domain/matching/lookups.ts';
import type { EqualPayments, LineFacts } from '../../../src/reconciliation/domain/matching/model.ts';
import type { Database } from '../../tables.ts';
import { readDepositFacts } from '../../transactions/queries/deposit-facts.ts';
import { isDeposit } from '../rows/matched-transactions.ts';
import { findEqualPayments } from './equal-payments.ts';
import { type LineRow, toLineFacts } from './lines-to-match.ts';
import { findNamed } from './match-transactions.ts';
import { findUnexplained } from './other-lines.ts';

type Doubts = ReadonlyMap<string, readonly Doubt[]>;

/** Rows of lines, without whether they are held, which does not concern their money. */
type Rows = readonly Omit<LineRow, 'held'>[];

/**
 * Finds the current doubts about the money of lines, by the ids of the lines that have any: see doubtsOf. If lines are
 * to be used together, one of them can be the same payment as another.
 */
export async function findDoubts(
  db: Database,
  rows: Rows,
  { areTogether = false }: { readonly areTogether?: boolean } = {},
): Promise<Doubts> {
  const lines = rows.map((row) => toLineFacts({ ...row, held: 0 }));
  const together = new Set(areTogether ? lines.map(({ lineId }) => lineId) : []);
  const found = new Map<string, readonly Doubt[]>();
  for (const ofAccount of groupBy(lines, ({ bankAccountId }) => bankAccountId).values())
    for (const [lineId, doubts] of await findOfAccount(db, ofAccount, together)) found.set(lineId, doubts);
  return found;
}

async function findOfAccount(
  db: Database,
  lines: readonly LineFacts[],
  together: ReadonlySet<string>,
): Promise<Doubts> {
  const debits = await findUnexplained(db, lines);
  if (!debits) {
    const half = Math.ceil(lines.length / 2);
    const [some, others] = [lines.slice(0, half), lines.slice(half)];
    return new Map([
      ...(await findOfAccount(db, some, together)),
      ...(await findOfAccount(db, others, together)),
    ]);
  }
  const lookups = lines.map(({ line }) => lookupsOf(line));
  const named = await findNamed(db, {
    references: lookups.flatMap(({ references }) => references),
    ids: lookups.flatMap(({ transactionIds }) => transactionIds),
  });
  const equals = await findEqualPayments(db, lines);
  return findAllDoubts({
    bankAccountId: lines[0]?.bankAccountId ?? '',
    lines,
    debits,
    equals:
      together.size === 0
        ? equals
        : new Map([...equals].map(([lineId, equal]) => [lineId, withUsed(equal, together)])),
    deposits: await readDepositFacts(db, named.filter(isDeposit)),
  });
}

function withUsed({ others, ...equal }: EqualPayments, used: ReadonlySet<string>): EqualPayments {
  return {
    ...equal,
    others: others.map((one) => ({ ...one, isOpen: one.isOpen && !used.has(one.line.lineId) })),
  };
}
