import type { Migration } from 'kysely';
import * as days from './days.ts';
import * as initial from './initial/index.ts';
import * as namedPayments from './named-payments.ts';
import * as payeeSources from './payee-sources.ts';
import * as payoutProof from './payout-proof.ts';
import * as payoutsExecuted from './payouts-executed.ts';
import * as refunds from './refunds.ts';
import * as returnedRefunds from './returned-refunds.ts';
import * as settledEvents from './settled-events.ts';
import * as statementLineDays from './statement-line-days.ts';
import * as supplementedLines from './supplemented-lines.ts';
import * as takenBackFiles from './taken-back-files.ts';
import * as takenCredits from './taken-credits.ts';
import * as whoNamedPayees from './who-named-payees.ts';

/** The name of the migration that makes the tables. */
export const INITIAL_SCHEMA = '1.0.0';

/** The migrations by their names, in the order of execution. A released migration never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  [INITIAL_SCHEMA]: initial,
  '1.1.0-refunds': refunds,
  '1.1.0-taken-back-files': takenBackFiles,
  '1.2.0-days': days,
  '1.2.0-returned-refunds': returnedRefunds,
  '1.2.0-who-named-payees': whoNamedPayees,
  '1.3.0-payout-proof': payoutProof,
  '1.3.0-payouts-executed': payoutsExecuted,
  '1.4.0-named-payments': namedPayments,
  '1.4.0-payee-sources': payeeSources,
  '1.4.0-settled-events': settledEvents,
  '1.4.0-statement-line-days': statementLineDays,
  '1.4.0-supplemented-lines': supplementedLines,
  '1.4.0-taken-credits': takenCredits,
};
