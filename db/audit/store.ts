import type { AuditStore } from '../../src/audit/store.ts';
import type { Engine } from '../engine.ts';

/** The audit log of an engine's database. */
export function createAuditStore(engine: Engine): AuditStore {
  return {
    list: (filter, page) => engine.query('listAudit', { filter, page }),
    recordSignIn: (appKey, audit) => engine.run('recordSignIn', { appKey, audit }),
  };
}
