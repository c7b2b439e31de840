import { sql } from 'kysely';
import { type CheckedCounts, MAX_LISTED, type Verdict } from '../../../src/maintenance/domain/consistency.ts';
import type { Disagreement } from '../../../src/maintenance/domain/disagreements.ts';
import { checkAudit } from '../../audit/verify.ts';
import { checkAttempts, checkCallbacks } from '../../callbacks/verify.ts';
import { checkClosings } from '../../days/verify.ts';
import type { Engine } from '../../engine.ts';
import { checkPayouts, checkRefunds } from '../../payouts/verify.ts';
import { checkLines } from '../../reconciliation/verify.ts';
import type { Database, Tables } from '../../tables.ts';
import { checkAccountUse } from '../../transactions/verify/account-use.ts';
import { checkCounters } from '../../transactions/verify/counters.ts';
import { checkEvents } from '../../transactions/verify/events.ts';
import { checkFoldedNames } from '../../transactions/verify/folded-names.ts';
import { readNotes } from '../../transactions/verify/notes.ts';
import { checkPlans } from '../../transactions/verify/plans.ts';
import { checkReferences } from '../../transactions/verify/references.ts';
import { checkRows } from './rows.ts';
import type { FoundDisagreements } from './wrong-rows.ts';

const CHECKS: readonly ((db: Database) => FoundDisagreements<Disagreement['kind']>)[] = [
  checkRows,
  checkReferences,
  checkFoldedNames,
  checkEvents,
  checkCallbacks,
  checkPlans,
  checkAttempts,
  checkCounters,
  checkAccountUse,
  checkLines,
  checkPayouts,
  checkRefunds,
  checkClosings,
  checkAudit,
];

const TABLES = {
  transactions: 'transactions',
  events: 'events',
  callbacks: 'callbacks',
  attempts: 'callback_attempts',
  counters: 'transaction_counters',
  accounts: 'bank_accounts',
  commands: 'audit',
} as const satisfies Record<keyof CheckedCounts, keyof Tables>;

/**
 * Checks whether a whole database is consistent. It reads one snapshot and locks nothing. If the file is damaged,
 * it checks nothing else.
 * @throws the error of the database when the file is too damaged to be read at all.
 */
export async function verify(engine: Engine): Promise<Verdict> {
  const damages = await engine.findDamages();
  if (damages.length > 0) {
    const disagreements = damages.map((message) => ({ kind: 'file', message }) as const);
    return { checked: null, disagreements, more: 0, notes: [] };
  }
  return engine.snapshot(readVerdict);
}

async function readVerdict(db: Database): Promise<Verdict> {
  const listed: Disagreement[] = [];
  const counts = new Map<Disagreement['kind'], number>();
  for (const check of CHECKS)
    for await (const page of check(db))
      for (const disagreement of page) {
        const count = (counts.get(disagreement.kind) ?? 0) + 1;
        counts.set(disagreement.kind, count);
        if (count <= MAX_LISTED) listed.push(disagreement);
      }
  const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    checked: await countRows(db),
    disagreements: listed,
    more: found - listed.length,
    notes: await readNotes(db),
  };
}

async function countRows(db: Database): Promise<CheckedCounts> {
  const counts: Partial<Record<keyof CheckedCounts, number>> = {};
  for (const [name, table] of Object.entries(TABLES) as [keyof CheckedCounts, keyof Tables][]) {
    const { rows } = await sql<{
      readonly count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts as CheckedCounts;
}
