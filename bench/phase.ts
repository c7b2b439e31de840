import { cpuTimeMs, machineTimeMs } from './proc.ts';

/** What happened while requests were being sent. */
export interface Phase {
  /** One for each answer that counts. */
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  readonly serverCpuMs: number;
  readonly generatorCpuMs: number;
  /** Of every process of the machine, these two included. */
  readonly machineCpuMs: number;
}

/** How long the answers of a phase may take behind its end. */
export const DRAIN_TIMEOUT_MS = 15_000;

/** A load generator: one phase after another, over the same connections. */
export interface Generator {
  /** Every 200 so far. */
  readonly acknowledged: number;
  /** The length of the last answer's body. */
  readonly answerBytes: number;
  /**
   * Sends for so many seconds, then waits for what is still under way.
   * @throws on the first answer that is not a 200.
   */
  run(seconds: number): Promise<Phase>;
  close(): void;
}

/** Begins a phase. @returns what ends it: it takes the latencies, and counts the time and the CPU since. */
export function beginPhase(serverPid: number): (latenciesMs: readonly number[]) => Phase {
  const before = readUsage(serverPid);
  return (latenciesMs) => {
    const after = readUsage(serverPid);
    return {
      latenciesMs,
      seconds: (after.nowMs - before.nowMs) / 1000,
      serverCpuMs: after.serverCpuMs - before.serverCpuMs,
      generatorCpuMs: after.generatorCpuMs - before.generatorCpuMs,
      machineCpuMs: after.machineCpuMs - before.machineCpuMs,
    };
  };
}

function readUsage(serverPid: number) {
  const { user, system } = process.cpuUsage();
  return {
    nowMs: performance.now(),
    serverCpuMs: cpuTimeMs(serverPid),
    generatorCpuMs: (user + system) / 1000,
    machineCpuMs: machineTimeMs(),
  };
}
