import type { Logger } from 'pino';
import type { EngineObservers } from '../../db/engines/observed-engine.ts';
import type { AuditOrigin } from '../audit/domain/audit.ts';
import type { Config } from '../config/config.ts';
import type { EngineOptions } from './database.ts';
import type { Platform } from './platform.ts';

/** How a context is opened. */
export interface AppContextOptions {
  readonly config: Config;
  readonly platform: Platform;
  /** Run missing migrations (true), or refuse a database that lacks some (false). */
  readonly migrate: boolean;
  /** The command of a person that asked for the migrations. */
  readonly migrateAudit?: AuditOrigin | undefined;
  /** True for the service itself, false for a program that runs next to it; false by default. */
  readonly isService?: boolean | undefined;
  /**
   * True for a move and for programs that only read. Other programs refuse a database that was moved. False by default.
   */
  readonly allowsMoved?: boolean | undefined;
  /** Time that a write waits for another process's lock; one second by default. */
  readonly lockTimeoutMs?: number | undefined;
  /** Replaces parts of the database engine. */
  readonly engine?: EngineOptions | undefined;
  /** Receives reports about the commands that the engine runs. */
  readonly observation?: EngineObservers | undefined;
  /** Logs where dashboards read from when that changes. */
  readonly logger?: Pick<Logger, 'info' | 'warn'> | undefined;
}
