/**
 * Files that `npm run test:long` runs on PostgreSQL, and every run on SQLite: both engines share the code that keeps their
 * promises. Left to every run are the statements, plans, locks, races and faults of PostgreSQL itself.
 */
const POSTGRES: readonly string[] = [
  ...['admin/demo-data', 'admin/forget-words', 'admin/inputs', 'admin/operations'],
  ...['audit/commands', 'audit/contents', 'audit/list', 'audit/verify'],
  ...['authentication/authentication', 'authentication/body-on-get', 'authentication/hash-as-sign'],
  ...['authentication/key-rotation', 'authentication/plain-sign', 'authentication/rate-by-cost'],
  ...['authentication/rate-limit'],
  ...['authentication/role-matrix', 'authentication/sign-problems', 'authentication/timed-sign'],
  ...['authentication/vectors', 'authentication/viewers'],
  ...['callbacks/callbacks', 'callbacks/many-clients', 'callbacks/order', 'callbacks/outage'],
  ...['callbacks/redelivery', 'callbacks/retries', 'callbacks/stop', 'callbacks/summary'],
  ...['creating/amounts', 'creating/amounts.properties', 'creating/bank-rules', 'creating/strings'],
  ...['graphql/amounts', 'graphql/errors', 'graphql/nodes', 'monitoring/traces'],
  ...['reading/cursor', 'reading/feeds-of-modes', 'reading/held-back', 'reading/one-field', 'reading/paging'],
  ...[
    'reconciliation/account-days',
    'reconciliation/announced',
    'reconciliation/crowded-amounts',
    'reconciliation/desk',
    'reconciliation/doubt',
    'reconciliation/held-settles',
  ],
  ...['reconciliation/late-grace', 'reconciliation/overlaps', 'reconciliation/policies'],
  ...['reconciliation/preview', 'reconciliation/profiles', 'reconciliation/proposals'],
  ...['reconciliation/seen-states', 'reconciliation/verify'],
  ...['rest/collection', 'rest/json-bodies', 'rest/media-types', 'rest/newcomers-mistakes'],
  ...['rest/openapi-examples', 'rest/text-input'],
  ...['storage/group-size', 'storage/verify-kinds', 'storage/verify-running-service'],
  ...['surfaces/cors', 'surfaces/envelope', 'surfaces/errors', 'surfaces/malformed', 'surfaces/parity'],
  ...[
    'surfaces/test-keys',
    'surfaces/unknown-parameters',
    'surfaces/unusual-clients',
    'surfaces/whole-deposit',
  ],
  ...['transitions/expiry-backlog', 'transitions/undo-end'],
  ...['transitions/expiry-clock', 'transitions/final-amount', 'transitions/held-back', 'transitions/notes'],
  ...['transitions/seen-by', 'transitions/sent-ttl', 'transitions/settle-many', 'transitions/state-machine'],
  ...['transitions/test-keys', 'transitions/undo-crash'],
];

/** The files that this run leaves to the long form, of the project of PostgreSQL. */
export const LEFT_ON_POSTGRES = process.env.LONG ? [] : POSTGRES;
