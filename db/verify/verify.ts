import { sql } from 'kysely';
import { type Checked, type Disagreement, MOST_LISTED, type Verdict } from '../../src/domain/consistency.ts';
import type { Engine } from '../engine.ts';
import type { Database, Tables } from '../tables.ts';
import { checkAccountUse } from './account-use.ts';
import { checkAttempts } from './attempts.ts';
import { checkAudit } from './audit.ts';
import { checkCallbacks } from './callbacks.ts';
import { checkCounters } from './counters.ts';
import { checkEvents } from './events.ts';
import { checkFoldedNames } from './folded-names.ts';
import { checkHolds } from './holds.ts';
import { checkKeys } from './keys.ts';
import { checkLines } from './lines.ts';
import { readNotes } from './notes.ts';
import { checkReferences } from './references.ts';
import { checkRows } from './rows.ts';
import type { Check } from './wrong-rows.ts';

const CHECKS: readonly Check<Disagreement>[] = [
  checkRows,
  checkReferences,
  checkFoldedNames,
  checkKeys,
  checkEvents,
  checkCallbacks,
  checkHolds,
  checkAttempts,
  checkCounters,
  checkAccountUse,
  checkLines,
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
} as const satisfies Record<keyof Checked, keyof Tables>;

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
        if (count <= MOST_LISTED) listed.push(disagreement);
      }
  const found = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    checked: await countRows(db),
    disagreements: listed,
    more: found - listed.length,
    notes: await readNotes(db),
  };
}

async function countRows(db: Database): Promise<Checked> {
  const counts: Partial<Record<keyof Checked, number>> = {};
  for (const [name, table] of Object.entries(TABLES) as [keyof Checked, keyof Tables][]) {
    const { rows } = await sql<{
      readonly count: number;
    }>`select count(*) as count from ${sql.table(table)}`.execute(db);
    counts[name] = Number(rows[0]?.count ?? 0);
  }
  return counts as Checked;
}
