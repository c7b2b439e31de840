import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runModule } from './children.ts';
import { countRows, readSizes } from './database.ts';
import type { LoadJob, LoadReport, LoadResult } from './load-process.ts';
import { peakRssBytes } from './machine.ts';
import type { Measurement, Plan, RowDefinition } from './plan.ts';

const LOAD_PROCESS = join(import.meta.dirname, 'load-process.ts');
/** Time in addition to the sending: starting, preparing requests, waiting for the last responses. */
const LOAD_OVERHEAD_MS = 60_000;
/** This is long enough for a speed that is only halved. */
const PROBE_SECONDS = 3;

/**
 * Starts a row's server, loads it, stops it.
 * @param soFar the measurements of this round, by the keys of rows.
 * @throws when a response was not a 200, or the database gained another number of rows than were acknowledged.
 */
export async function measure(
  row: RowDefinition,
  folder: string,
  { plan, soFar = new Map() }: { readonly plan: Plan; readonly soFar?: ReadonlyMap<string, Measurement> },
): Promise<Measurement> {
  if (row.measure) return row.measure(folder, plan);
  if (!row.start || !row.workload) throw new Error(`row ${row.key} has nothing to measure`);
  const arrivalsPerSecond =
    row.atHalfOf &&
    (soFar.get(row.atHalfOf.key) ?? (await probe(row.atHalfOf, folder, plan))).requestsPerSecond / 2;
  const before = await countStored(row, folder);
  const server = await row.start(folder);
  // Some rows fill their database when they start.
  const sizes = await readSizes(folder);
  let result: LoadResult;
  let rssBytes: number;
  try {
    result = await load({
      port: server.port,
      serverPid: server.pid,
      workload: row.workload,
      repeatable: row.countStored === undefined,
      connections: row.connections ?? plan.connections,
      ...(arrivalsPerSecond !== undefined && { arrivalsPerSecond }),
      warmUpSeconds: plan.warmUpSeconds,
      measuredSeconds: plan.measuredSeconds,
    });
    rssBytes = peakRssBytes(server.pid);
  } finally {
    await server.stop();
  }
  const stored = (await countStored(row, folder)) - before;
  if (!Number.isNaN(stored) && stored !== result.acknowledged)
    throw new Error(`${stored} rows were stored, but ${result.acknowledged} were acknowledged`);
  const { disk, log } = await readSizes(folder);
  return {
    ...result,
    peakRssBytes: rssBytes,
    stored,
    diskBytesPerRow: (disk - sizes.disk) / stored,
    logBytesPerRow: (log - sizes.log) / stored,
  };
}

/** Measures a row that was not selected in a short run, because another row needs its speed. */
async function probe(row: RowDefinition, folder: string, plan: Plan): Promise<Measurement> {
  const probeFolder = `${folder}-probe`;
  const measuredSeconds = Math.min(PROBE_SECONDS, plan.measuredSeconds);
  const measurement = await measure(row, probeFolder, { plan: { ...plan, measuredSeconds } });
  rmSync(probeFolder, { recursive: true, force: true });
  return measurement;
}

async function load(job: LoadJob): Promise<LoadResult> {
  const timeoutMs = (job.warmUpSeconds + job.measuredSeconds) * 1000 + LOAD_OVERHEAD_MS;
  const report = await runModule<LoadReport>(LOAD_PROCESS, job, timeoutMs);
  if ('error' in report) throw new Error(report.error);
  return report.result;
}

async function countStored({ countStored: sql }: RowDefinition, folder: string): Promise<number> {
  return sql === undefined ? Number.NaN : countRows(folder, sql);
}
