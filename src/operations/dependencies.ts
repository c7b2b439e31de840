import type { ClientDirectory } from '../admin/client-directory.ts';
import type { BankDirectory } from '../banks/bank-directory.ts';
import type { CallbackStore } from '../callbacks/store.ts';
import type { Presence } from '../presence/store.ts';
import type { Statements } from '../reconciliation/store.ts';
import type { TransactionBus } from '../transactions/bus.ts';
import type { TransactionStore } from '../transactions/store.ts';
import type { Database } from './database.ts';
import type { Observer } from './observer.ts';
import type { Cursors } from './paging.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Runtime } from './runtime.ts';
import type { ExportTurns, Scans } from './scans.ts';

/** Everything that operations can reach. */
export interface Dependencies {
  readonly runtime: Runtime;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The zone of the days of statistics and daily limits, an IANA name. */
  readonly timeZone: string;
  /** The base of payment links, without a trailing slash. */
  readonly publicUrl: string;
  /** True if a callbackUrl must be https and lead away from this machine, which is so in production. */
  readonly callbacksNeedHttps: boolean;
  /** The time that a withdrawal stays claimed. */
  readonly claimTtlMs: number;
  readonly rate: RateLimit;
  readonly scans: Scans;
  readonly exports: ExportTurns;
  readonly cursors: Cursors;
  readonly db: Database;
  readonly transactions: TransactionStore;
  readonly bus: TransactionBus;
  readonly presence: Presence;
  readonly callbacks: CallbackStore;
  readonly clients: ClientDirectory;
  readonly banks: BankDirectory;
  /** Whether the banks come from another service, which administers them. */
  readonly areBanksRemote: boolean;
  readonly statements: Statements;
  /** Undefined without metrics. */
  readonly observer?: Observer | undefined;
}
