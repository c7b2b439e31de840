import type { BlacklistStore } from '../admin/blacklist-store.ts';
import type { ClientDirectory } from '../admin/client-directory.ts';
import type { PeopleStore } from '../admin/people-store.ts';
import type { ReasonTemplateStore } from '../admin/reason-template-store.ts';
import type { AuditStore } from '../audit/store.ts';
import type { AccountStore, BankAdmin, BankDirectory } from '../banks/bank-directory.ts';
import type { CallbackStore, EventLog } from '../callbacks/store.ts';
import type { Statements } from '../reconciliation/store.ts';
import type { TransactionBus } from '../transactions/bus.ts';
import type { TransactionStore } from '../transactions/store.ts';
import type { Observer } from './observer.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Runtime } from './runtime.ts';
import type { Scans } from './scans.ts';

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
  readonly rate: RateLimit;
  readonly scans: Scans;
  readonly transactions: TransactionStore;
  readonly bus: TransactionBus;
  readonly events: EventLog;
  readonly callbacks: CallbackStore;
  readonly clients: ClientDirectory;
  readonly banks: BankDirectory;
  /** Undefined when banks come from another service, which administers them. */
  readonly bankAdmin: BankAdmin | undefined;
  readonly accounts: AccountStore;
  readonly blacklist: BlacklistStore;
  readonly reasonTemplates: ReasonTemplateStore;
  readonly audit: AuditStore;
  readonly people: PeopleStore;
  readonly statements: Statements;
  /** Undefined where nobody counts. */
  readonly observer?: Observer | undefined;
}
