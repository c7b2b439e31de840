import type { EventLog } from '../../../src/callbacks/store.ts';
import type { Engine } from '../../engine.ts';

/** The event feed over one engine. */
export function createEventLog(engine: Engine): EventLog {
  return { list: (filter, page) => engine.query('listEvents', { filter, page }) };
}
