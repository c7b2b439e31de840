import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { runModule } from './children.ts';
import { countRows, databaseUrl } from './database.ts';
import type { InsertJob, InsertReport } from './insert-process.ts';
import { type Measurement, NO_FIGURES, type Plan } from './plan.ts';
import { startService } from './servers.ts';
import { workloads } from './workloads.ts';

const INSERT_PROCESS = join(import.meta.dirname, 'insert-process.ts');
const OVERHEAD_MS = 30_000;

/** Measures the limit of PostgreSQL: inserts of a deposit's row, each in its own commit. */
export async function measureInserts(folder: string, plan: Plan): Promise<Measurement> {
  const server = await startService(folder);
  await sendOne(server.port, workloads.deposits.makeRequest());
  await server.stop();
  const job: InsertJob = {
    url: databaseUrl(folder),
    connections: plan.connections,
    warmUpSeconds: plan.warmUpSeconds,
    measuredSeconds: plan.measuredSeconds,
  };
  const timeoutMs = (plan.warmUpSeconds + plan.measuredSeconds) * 1000 + OVERHEAD_MS;
  const report = await runModule<InsertReport>(INSERT_PROCESS, job, timeoutMs);
  if ('error' in report) throw new Error(report.error);
  return {
    ...NO_FIGURES,
    acknowledged: report.inserted,
    requestsPerSecond: report.measured / plan.measuredSeconds,
    stored: (await countRows(folder, 'select count(*) from transactions')) - 1,
  };
}

async function sendOne(port: number, request: Buffer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString('utf8'));
}
