import { createClientDirectory } from '../../db/admin/stores/clients.ts';
import { createLocalBankDirectory } from '../../db/banks/store.ts';
import { createCallbackStore } from '../../db/callbacks/stores/callbacks.ts';
import { createCallbackOutbox } from '../../db/callbacks/stores/outbox.ts';
import { publishChanges } from '../../db/changes.ts';
import { createDatabase } from '../../db/database.ts';
import type { Engine } from '../../db/engine.ts';
import { createStatementImports } from '../../db/reconciliation/stores/statement-imports.ts';
import { createStatementMatching } from '../../db/reconciliation/stores/statement-matching.ts';
import { findTransactions } from '../../db/transactions/queries/transactions.ts';
import { createTransactionStore } from '../../db/transactions/stores/transactions.ts';
import type { SecretBox } from '../access/domain/secret-box.ts';
import { createRateLimit } from '../access/rate.ts';
import type { RemoteBankDirectory } from '../banks/remote/remote.ts';
import type { CallbackOutbox } from '../callbacks/outbox.ts';
import type { Dependencies } from '../operations/dependencies.ts';
import type { Observer } from '../operations/observer.ts';
import { createCursors } from '../operations/paging.ts';
import { createExportTurns, createScans } from '../operations/scans.ts';
import { createPresence } from '../presence/create-presence.ts';
import { RECENT_MS } from '../reconciliation/limits.ts';
import { createPreviewTurns } from '../reconciliation/preview-turns.ts';
import { createProfileCatalog } from '../statements/profile-catalog.ts';
import { createStatementReading } from '../statements/reading.ts';
import { createTransactionBus } from '../transactions/bus.ts';
import type { AppContextOptions } from './options.ts';
import { createRuntime, hasMachineClocks } from './platform.ts';
import type { Basis } from './start-checks.ts';

interface DependencyOptions extends Pick<AppContextOptions, 'config' | 'platform'> {
  readonly remoteBanks: RemoteBankDirectory | undefined;
  readonly box: SecretBox;
  readonly basis: Basis;
  readonly observer: Observer | undefined;
}

/** Makes everything that operations reach, the queue of callbacks, and the engine, whose commands publish changes. */
export function createDependencies(
  database: Engine,
  {
    config,
    platform,
    remoteBanks,
    box,
    basis: { timeZone, currency, databaseKey },
    observer,
  }: DependencyOptions,
): { readonly engine: Engine; readonly dependencies: Dependencies; readonly outbox: CallbackOutbox } {
  const { clock } = database;
  const runtime = createRuntime(platform, hasMachineClocks(platform) ? clock : undefined);
  const { nowMs, steadyNowMs, isTimeSure, newToken } = runtime;
  const bus = createTransactionBus((ids) => database.read((db) => findTransactions(db, ids)));
  const engine = publishChanges(database, {
    announce: bus.announce,
    endAll: bus.endAll,
    wake: (traces) => outbox.notify(traces),
  });
  const outbox = createCallbackOutbox(engine, { nowMs, steadyNowMs, isTimeSure, lease: newToken() });
  const rate = createRateLimit(config.rateLimitPerSecond);
  const db = createDatabase(engine);
  const profiles = createProfileCatalog(db);
  const lateGraceMs = config.lateGraceSeconds * 1000;
  const matchTerms = () => ({ nowMs: nowMs(), lateGraceMs, recentMs: RECENT_MS });
  const dependencies: Dependencies = {
    runtime,
    observer,
    currency,
    timeZone,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    callbacksNeedHttps: config.production,
    claimTtlMs: config.claimTtlSeconds * 1000,
    rate,
    scans: createScans(rate),
    exports: createExportTurns(),
    cursors: createCursors(databaseKey),
    db,
    transactions: createTransactionStore(engine, runtime, {
      maxGroupSize: config.groupCommitMax,
      maxOpenDeposits: config.maxOpenDepositsPerClient,
      depositTtlMs: config.depositTtlSeconds * 1000,
      sentTtlMs: config.sentTtlSeconds * 1000,
      currency,
      timeZone,
    }),
    bus,
    presence: createPresence(runtime, engine.broadcast),
    callbacks: createCallbackStore(engine, runtime, outbox.notify),
    clients: createClientDirectory(engine, box, runtime),
    banks: remoteBanks ?? createLocalBankDirectory(engine),
    areBanksRemote: remoteBanks !== undefined,
    statements: {
      profiles,
      previewTurns: createPreviewTurns(),
      reading: createStatementReading({ currency, profiles }),
      imports: createStatementImports(engine, runtime),
      matching: createStatementMatching(engine, runtime, { timeZone, matchTerms }),
      matchTerms,
    },
  };
  return { engine, dependencies, outbox };
}
