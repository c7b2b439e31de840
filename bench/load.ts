import { LoadGenerator } from './generator.ts';
import { OpenLoop } from './open-loop.ts';
import { type WorkloadName, workloads } from './workloads.ts';

/** What one run of the load generator is to do. */
export interface LoadJob {
  readonly port: number;
  readonly serverPid: number;
  readonly workload: WorkloadName;
  /** Whether a request may be sent more than once, because the server keeps nothing. */
  readonly repeatable: boolean;
  readonly connections: number;
  /** The rate at which requests are due; without it each connection sends as soon as it has its answer. */
  readonly arrivalsPerSecond?: number;
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
}

/** What came of it. `acknowledged` counts every 200 there was, the rest is of the measured period alone. */
export interface LoadResult {
  readonly acknowledged: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number;
  /** How many cores the server, the generator and everything else on the machine kept busy. */
  readonly serverCores: number;
  readonly generatorCores: number;
  readonly otherCores: number;
  readonly answerBytes: number;
  /** Requests that were made while measuring, because more were sent than stood ready. */
  readonly madeLate: number;
}

const REPEATED_REQUESTS = 20_000;
/** How many more requests stand ready than the speed of the warm-up asks for. */
const RESERVE = 1.5;

/**
 * Warms a server up, makes the requests of the measured period ready, then measures.
 * @throws on the first answer that is not a 200.
 */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = new RequestSource(workloads[job.workload].makeRequest, job.repeatable);
  requests.makeReady(0);
  const { arrivalsPerSecond } = job;
  const options = { ...job, nextRequest: () => requests.next() };
  const generator =
    arrivalsPerSecond === undefined
      ? new LoadGenerator(options)
      : new OpenLoop({ ...options, arrivalsPerSecond });
  try {
    const warmUp = await generator.run(job.warmUpSeconds);
    requests.makeReady((warmUp.latenciesMs.length / warmUp.seconds) * job.measuredSeconds * RESERVE);
    const phase = await generator.run(job.measuredSeconds);
    const { latenciesMs, seconds, serverCpuMs, generatorCpuMs, machineCpuMs } = phase;
    const cores = (cpuMs: number) => cpuMs / seconds / 1000;
    const sortedMs = Float64Array.from(latenciesMs).sort();
    return {
      acknowledged: generator.acknowledged,
      requestsPerSecond: sortedMs.length / seconds,
      p50Ms: percentile(sortedMs, 0.5),
      p99Ms: percentile(sortedMs, 0.99),
      cpuMsPerRequest: serverCpuMs / sortedMs.length,
      serverCores: cores(serverCpuMs),
      generatorCores: cores(generatorCpuMs),
      otherCores: cores(Math.max(0, machineCpuMs - serverCpuMs - generatorCpuMs)),
      answerBytes: generator.answerBytes,
      madeLate: requests.madeLate,
    };
  } finally {
    generator.close();
  }
}

/** Requests made ahead of time, so that signing them takes no CPU from the server while it is measured. */
class RequestSource {
  /** How many had to be made when they were asked for. */
  madeLate = 0;
  readonly #make: () => Buffer;
  readonly #repeatable: boolean;
  #ready: Buffer[] = [];
  #next = 0;

  constructor(make: () => Buffer, repeatable: boolean) {
    this.#make = make;
    this.#repeatable = repeatable;
  }

  makeReady(count: number): void {
    const length = this.#repeatable ? REPEATED_REQUESTS : Math.ceil(count);
    this.#ready = Array.from({ length }, () => this.#make());
    this.#next = 0;
    this.madeLate = 0;
  }

  next(): Buffer {
    if (this.#repeatable && this.#next === this.#ready.length) this.#next = 0;
    const ready = this.#ready[this.#next];
    if (!ready) {
      this.madeLate += 1;
      return this.#make();
    }
    this.#next += 1;
    return ready;
  }
}

/** The value below which this share of sorted values lies. */
export function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
