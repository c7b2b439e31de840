import { IS_LONG } from './support/long.ts';

/**
 * What every run asks of PostgreSQL: each command once, its plans, locks, races and faults, and whatever several processes
 * share. The code above the engine is the same on both, and every run tries it on SQLite.
 */
const CONTRACT: readonly string[] = [
  'audit/commands',
  'authentication/used-signs-storage',
  'callbacks/leases',
  'callbacks/several-processes',
  'creating/assignment',
  'creating/concurrency',
  'days/races',
  'payouts/lapsed-approvals',
  'payouts/races',
  'payouts/refund-races',
  'payouts/still-out',
  'postgres/*',
  'reading/list-work',
  'recovery/after-restore',
  'reconciliation/processes',
  'reconciliation/races',
  'storage/faults/transactions',
  'storage/grouping',
  'storage/verify',
  'surfaces/transaction-bus',
  'transitions/claims',
  'transitions/repeats',
];

/** The folders whose promises are about what is stored: the long form runs them once for each engine. */
const ON_BOTH_ENGINES: readonly string[] = [
  'admin',
  'audit',
  'authentication',
  'callbacks',
  'creating',
  'days',
  'graphql',
  'monitoring',
  'payouts',
  'reading',
  'reconciliation',
  'rest',
  'storage',
  'surfaces',
  'transitions',
  'trpc',
  'postgres',
];

/** Their promises end before a statement, or are those of a part that only SQLite has: they run once. */
const WITHOUT_ENGINE: readonly string[] = [
  'reconciliation/rules/*',
  'authentication/ip-allowlist',
  'authentication/signing.properties',
  'creating/iban',
  'callbacks/connections',
  'callbacks/sender',
  'graphql/bounds',
  'graphql/explorer',
  'graphql/http',
  'trpc/http',
  'payouts/debits',
  'payouts/bank-files',
  'payouts/pain002',
  'payouts/payout-state',
  'payouts/tables',
  'rest/forms',
  'rest/routes',
  'storage/writing-thread',
  'surfaces/new-operations',
];

/**
 * Files that `npm run test:long` runs on SQLite: sweeps of kills, interruptions, crowds and seeds, and each state of the
 * screens. Every run keeps the same promises with fewer cases, and plays the days of those who work at the screens.
 */
const SQLITE: readonly string[] = [
  'callbacks/many-clients',
  'console/account-days',
  'console/admin',
  'console/audit',
  'console/callbacks',
  'console/dates',
  'console/decisions-amounts',
  'console/decisions-others',
  'console/detail',
  'console/export',
  'console/find-everything',
  'console/kept-places',
  'console/late-replies',
  'console/many',
  'console/one-field',
  'console/outcomes',
  'console/overview',
  'console/paying-first',
  'console/payout-list',
  'console/people',
  'console/profiles',
  'console/profiles-refusals',
  'console/queue',
  'console/queue-rows',
  'console/queue-screen',
  'console/reconciliation-other-lines',
  'console/reconciliation-refusals',
  'console/search-places',
  'console/small-screens',
  'console/tabs',
  'console/templates',
  'console/templates-live',
  'console/test-keys',
  'payment-page/copying',
  'payment-page/live',
  'payment-page/looks',
  'payment-page/returning',
  'payment-page/test-keys',
  'payment-page/without-javascript',
  'payouts/killed',
  'reconciliation/crowds',
  // The commands of `reconciliation/races` run one after another here. PostgreSQL, where they race, has them in every run.
  'reconciliation/races',
  'recovery/killed-restore',
  'recovery/move-interrupted',
  'running/deploy',
  'storage/faults/migrate',
  'storage/group-size',
  'storage/verify-running-service',
  'transitions/plans-crash',
];

/** The files that this run leaves to the long form, of the project of SQLite. */
export const LEFT_ON_SQLITE = IS_LONG ? [] : SQLITE;

/** The files that this run plays on PostgreSQL. */
export const FILES_ON_POSTGRES = IS_LONG ? ON_BOTH_ENGINES.map((folder) => `${folder}/**/*`) : CONTRACT;

/** Files of PostgreSQL that `npm run test:long` runs: programs that are killed, ended or stand still. */
const POSTGRES: readonly string[] = ['postgres/real-processes'];

/** The files that this run does not play on PostgreSQL: those that it never sees, and those of the long form. */
export const LEFT_ON_POSTGRES = IS_LONG ? WITHOUT_ENGINE : [...WITHOUT_ENGINE, ...POSTGRES];
