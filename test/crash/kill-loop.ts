import { setTimeout as sleep } from 'node:timers/promises';
import { openCommitted } from '../support/committed-rows.ts';
import { createRandom, type Random } from '../support/random.ts';
import {
  type Environment,
  launchService,
  type ServiceProcess,
  startServiceProcess,
} from '../support/service-process.ts';
import { Ledger, processIdOf } from './ledger.ts';
import { runLoad } from './load.ts';
import { verify } from './verify.ts';

const RUN_MS = 300;
const RESPONSES_PER_RUN = 300;
const START_MS = 500;
/** The share of kills under load that are followed by a kill during the start: without load, there is nothing to lose. */
const KILLS_AT_START = 0.2;

export interface KillLoopOptions {
  readonly folder: string;
  readonly kills: number;
  readonly seed: number;
  /** Called after each kill. */
  onKill?(report: KillLoopReport): void;
}

export interface KillLoopReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly unanswered: number;
  /** Creates without a response that were stored. */
  readonly storedUnanswered: number;
  /** The time of each restart, from the spawn to the first response of /healthz. */
  readonly restartMs: readonly number[];
}

/** Describes the run in one line. */
export function describeReport(report: KillLoopReport): string {
  const { kills, acknowledged, unanswered, storedUnanswered, restartMs } = report;
  const sorted = [...restartMs].sort((a, b) => a - b);
  const median = Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  const longest = Math.round(sorted.at(-1) ?? 0);
  return (
    `${kills} kills: ${acknowledged} acknowledged and present once; ` +
    `${unanswered} without a response, ${storedUnanswered} of them stored; ` +
    `restart median ${median} ms, max ${longest} ms`
  );
}

/**
 * Kills the service with SIGKILL at random times, under load or while it starts, restarts it and compares the
 * responses of clients with the stored data.
 * @throws Error naming the first promise that was broken.
 */
export async function runKillLoop({ folder, kills, seed, onKill }: KillLoopOptions): Promise<KillLoopReport> {
  const env = { LOG_LEVEL: 'warn' };
  const random = createRandom(seed);
  const ledger = new Ledger();
  const restartMs: number[] = [];
  let report: KillLoopReport = {
    kills: 0,
    acknowledged: 0,
    unanswered: 0,
    storedUnanswered: 0,
    restartMs,
  };
  let service: ServiceProcess | undefined;
  try {
    while (report.kills < kills) {
      const wasUnderLoad = service !== undefined;
      if (service) await killUnderLoad(service, { ledger, random });
      else await killWhileStarting(folder, env, random);
      report = { ...report, kills: report.kills + 1 };
      service = undefined;
      if (report.kills < kills && wasUnderLoad && random.next() < KILLS_AT_START) continue;
      service = await startServiceProcess(folder, env);
      restartMs.push(service.startMs);
      const verdict = await verify(service, ledger, random);
      report = {
        ...report,
        acknowledged: ledger.acknowledged().length,
        unanswered: report.unanswered + verdict.unanswered,
        storedUnanswered: report.storedUnanswered + verdict.storedUnanswered,
      };
      onKill?.(report);
    }
    return report;
  } finally {
    await service?.kill();
  }
}

async function killWhileStarting(folder: string, env: Environment, random: Random): Promise<void> {
  const { child, exited } = launchService(folder, env);
  await sleep(random.below(START_MS));
  child.kill('SIGKILL');
  await exited;
}

interface UnderLoad {
  readonly ledger: Ledger;
  readonly random: Random;
}

/** Kills at a random time, or at a random acknowledgement. */
async function killUnderLoad(service: ServiceProcess, { ledger, random }: UnderLoad): Promise<void> {
  const killsAtResponse = random.next() < 0.5;
  let responsesLeft = 1 + random.below(RESPONSES_PER_RUN);
  // Only in some runs: an open connection keeps the shared index of the write-ahead log, which a restarted service
  // must also be able to rebuild.
  await using committed = random.next() < 0.5 ? openCommitted(service.databasePath) : undefined;
  const uncommitted: string[] = [];
  const kill = () => service.signal('SIGKILL');
  const looks: Promise<unknown>[] = [];
  const load = runLoad({
    url: service.url,
    ledger,
    random,
    onAcknowledged(create) {
      responsesLeft -= 1;
      if (killsAtResponse && responsesLeft === 0) kill();
      const processId = processIdOf(create);
      const look = committed?.withProcessId(processId).then((rows) => {
        if (rows.length !== 1) uncommitted.push(processId);
      });
      if (look) looks.push(look);
    },
  });
  try {
    if (!killsAtResponse) {
      await sleep(1 + random.below(RUN_MS));
      kill();
    }
    await load;
    await Promise.all(looks);
  } finally {
    await service.kill();
  }
  if (uncommitted.length > 0) throw new Error(`acknowledged before their commit: ${uncommitted.join(', ')}`);
}
