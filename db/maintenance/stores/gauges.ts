import type { StorageGauges } from '../../../src/operations/observer.ts';
import type { Runtime } from '../../../src/operations/runtime.ts';
import type { Engine } from '../../engine.ts';

/** Makes the function that reads what the database holds now. */
export function createGaugeReader(
  engine: Engine,
  { nowMs, steadyNowMs }: Pick<Runtime, 'nowMs' | 'steadyNowMs'>,
): () => Promise<StorageGauges> {
  return () => engine.query('readGauges', { nowMs: nowMs(), steadyNowMs: steadyNowMs() });
}
