import type {
  AccountAdmin,
  BankAdmin,
  BankDirectory,
  BlacklistAdmin,
  ClientAdmin,
  ClientDirectory,
} from './admin/directory.ts';
import type { CallbackAdmin, EventLog } from './callbacks/store.ts';
import type { Runtime } from './runtime.ts';
import type { TransactionBus } from './transactions/bus.ts';
import type { TransactionStore } from './transactions/store.ts';

/** All that operations can reach. */
export interface Dependencies {
  readonly runtime: Runtime;
  /** ISO 4217 code of every amount. */
  readonly currency: string;
  /** The base of payment links, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether a callbackUrl must be https: everywhere but in development. */
  readonly callbacksNeedHttps: boolean;
  readonly transactions: TransactionStore;
  readonly bus: TransactionBus;
  readonly events: EventLog;
  readonly callbackAdmin: CallbackAdmin;
  readonly clients: ClientDirectory;
  readonly banks: BankDirectory;
  readonly clientAdmin: ClientAdmin;
  readonly bankAdmin: BankAdmin;
  readonly accountAdmin: AccountAdmin;
  readonly blacklist: BlacklistAdmin;
}
