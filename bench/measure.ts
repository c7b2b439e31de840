import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ask } from './children.ts';
import type { LoadJob, LoadResult } from './load.ts';
import type { LoadReport } from './load-process.ts';
import type { Plan } from './plan.ts';
import { peakRssBytes } from './proc.ts';
import type { Measurement, RowDefinition } from './row.ts';
import { databasePath } from './servers.ts';

const LOAD_PROCESS = join(import.meta.dirname, 'load-process.ts');
/** On top of the time it sends for: starting, making requests ready, waiting for the last answers. */
const LOAD_OVERHEAD_MS = 60_000;

/** What a round has measured so far, by the keys of rows. */
export type RoundSoFar = ReadonlyMap<string, Measurement>;

/** Long enough for a speed that is only halved. */
const PROBE_SECONDS = 3;

/**
 * Starts a row's server, loads it, stops it.
 * @throws when an answer was no 200, or the database holds another number of rows than were acknowledged.
 */
export async function measure(
  row: RowDefinition,
  folder: string,
  plan: Plan,
  soFar: RoundSoFar = new Map(),
): Promise<Measurement> {
  if (row.measure) return row.measure(folder, plan);
  const arrivalsPerSecond = row.atHalfOf && (await speedOf(row.atHalfOf, folder, plan, soFar)) / 2;
  const before = countStored(row, folder);
  if (!row.start || !row.workload) throw new Error(`row ${row.key} has nothing to measure`);
  const server = await row.start(folder);
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
  const stored = row.countStored === undefined ? null : countStored(row, folder) - before;
  if (stored !== null && stored !== result.acknowledged)
    throw new Error(`${stored} rows were stored, but ${result.acknowledged} were acknowledged`);
  return { ...result, peakRssBytes: rssBytes, stored };
}

/** The speed of another row in this round. Where it was not asked for, a short run finds it out. */
async function speedOf(row: RowDefinition, folder: string, plan: Plan, soFar: RoundSoFar): Promise<number> {
  const measured = soFar.get(row.key);
  if (measured) return measured.requestsPerSecond;
  const probeFolder = `${folder}-probe`;
  const measuredSeconds = Math.min(PROBE_SECONDS, plan.measuredSeconds);
  const probe = await measure(row, probeFolder, { ...plan, measuredSeconds });
  rmSync(probeFolder, { recursive: true, force: true });
  return probe.requestsPerSecond;
}

async function load(job: LoadJob): Promise<LoadResult> {
  const timeoutMs = (job.warmUpSeconds + job.measuredSeconds) * 1000 + LOAD_OVERHEAD_MS;
  const report = await ask<LoadReport>(LOAD_PROCESS, job, timeoutMs);
  if ('error' in report) throw new Error(report.error);
  return report.result;
}

function countStored({ countStored: sql }: RowDefinition, folder: string): number {
  if (sql === undefined || !existsSync(databasePath(folder))) return 0;
  const database = new Sqlite(databasePath(folder));
  try {
    return database.prepare<[], number>(sql).pluck().get() ?? 0;
  } finally {
    database.close();
  }
}
