import type { Kysely, Migration } from 'kysely';
import { isPostgres } from '../sql/is-postgres.ts';
import * as initial from './001-initial.ts';
import * as dashboards from './002-dashboards.ts';
import * as directoryVersion from './003-directory-version.ts';
import * as plannerStatistics from './004-planner-statistics.ts';
import * as eventsAndOutbox from './005-events-and-outbox.ts';
import * as repairs from './006-repairs.ts';
import * as userIndexes from './007-user-indexes.ts';
import * as metadata from './008-metadata.ts';
import * as usedSigns from './009-used-signs.ts';
import * as audit from './010-audit.ts';
import * as accountUse from './011-account-use.ts';
import * as references from './012-references.ts';
import * as claimsAndNotes from './013-claims-and-notes.ts';
import * as returnAndBrand from './014-return-and-brand.ts';
import * as reasonTemplates from './015-reason-templates.ts';
import * as foldedNames from './016-folded-names.ts';
import * as statements from './017-statements.ts';
import * as matchPolicies from './018-match-policies.ts';
import * as moneyOut from './019-money-out.ts';
import * as testKeys from './020-test-keys.ts';
import * as matchingIndexes from './021-matching-indexes.ts';
import * as oneRule from './022-one-rule.ts';
import * as payers from './023-payers.ts';
import * as sightings from './024-sightings.ts';
import * as payingOut from './025-paying-out.ts';
import * as linesTogether from './026-lines-together.ts';
import * as postgresBaseline from './postgres/baseline.ts';

/** The migrations since there is PostgreSQL: they are the same on both. What each locks there is in migration-locks.ts. */
export const commonMigrations = {
  '017-statements': statements,
  '018-match-policies': matchPolicies,
  '019-money-out': moneyOut,
  '020-test-keys': testKeys,
  '021-matching-indexes': matchingIndexes,
  '022-one-rule': oneRule,
  '023-payers': payers,
  '024-sightings': sightings,
  '025-paying-out': payingOut,
  '026-lines-together': linesTogether,
} satisfies Record<string, Migration>;

/** The migrations of SQLite files by their names, in the order of execution. A released migration never changes. */
export const migrations: Record<string, Migration> = {
  '001-initial': initial,
  '002-dashboards': dashboards,
  '003-directory-version': directoryVersion,
  '004-planner-statistics': plannerStatistics,
  // Existing databases store this name.
  '005-life-cycle': eventsAndOutbox,
  '006-repairs': repairs,
  '007-user-indexes': userIndexes,
  '008-metadata': metadata,
  '009-used-signs': usedSigns,
  '010-audit': audit,
  '011-account-use': accountUse,
  '012-references': references,
  '013-claims-and-notes': claimsAndNotes,
  '014-return-and-brand': returnAndBrand,
  '015-reason-templates': reasonTemplates,
  '016-folded-names': foldedNames,
  ...commonMigrations,
};

/** On PostgreSQL one migration stands for all before there was PostgreSQL. */
const postgresMigrations: Record<string, Migration> = {
  '016-folded-names': postgresBaseline,
  ...commonMigrations,
};

export function migrationsOf<T>(db: Kysely<T>): Record<string, Migration> {
  return isPostgres(db) ? postgresMigrations : migrations;
}
