/** The load generator as a separate process: it receives one job from its parent and replies with the result. */
import { ClosedLoop, OpenLoop, percentile } from './generator.ts';
import { type WorkloadName, workloads } from './workloads.ts';

/** One run of the load generator. */
export interface LoadJob {
  readonly port: number;
  readonly serverPid: number;
  readonly workload: WorkloadName;
  /** A request may be sent more than once, because the server stores nothing. */
  readonly repeatable: boolean;
  readonly connections: number;
  /** The rate at which requests are due. Without it each connection sends as soon as it has its response. */
  readonly arrivalsPerSecond?: number;
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
}

/** Result of a run. `acknowledged` counts every 200 response; the rest is of the measured period alone. */
export interface LoadResult {
  readonly acknowledged: number;
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMsPerRequest: number;
  /** The CPU time of the main thread, and of the busiest other one. */
  readonly mainMsPerRequest: number;
  readonly nextMsPerRequest: number;
  /** Pages of 4 KiB that were written to disks. */
  readonly pagesPerRequest: number;
  /** Cores that the server, the generator and everything else on the machine kept busy. */
  readonly serverCores: number;
  readonly generatorCores: number;
  readonly otherCores: number;
  readonly responseBytes: number;
  /** Requests that were made during the measurement, because the prepared ones were used up. */
  readonly madeLate: number;
}

/** The message to the parent. */
export type LoadReport = { readonly result: LoadResult } | { readonly error: string };

const PAGE_BYTES = 4096;
const REPEATED_REQUESTS = 20_000;
/** Prepared requests, as a multiple of the number that the speed of the warm-up needs. */
const RESERVE = 1.5;

process.once('message', (job: LoadJob) => {
  runLoad(job).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: error instanceof Error ? error.message : String(error) }),
  );
});
// Without a parent there is no use for the result.
process.once('disconnect', () => process.exit(1));

function reply(report: LoadReport): void {
  process.send?.(report, () => process.exit(0));
}

/**
 * Warms a server up, prepares the requests of the measured period, then measures.
 * @throws on the first response that is not a 200.
 */
async function runLoad(job: LoadJob): Promise<LoadResult> {
  const requests = new RequestSource(workloads[job.workload].makeRequest, job.repeatable);
  requests.prepare(0);
  const { arrivalsPerSecond } = job;
  const options = { ...job, nextRequest: () => requests.next() };
  const generator =
    arrivalsPerSecond === undefined
      ? new ClosedLoop(options)
      : new OpenLoop({ ...options, arrivalsPerSecond });
  try {
    const warmUp = await generator.run(job.warmUpSeconds);
    requests.prepare((warmUp.latenciesMs.length / warmUp.seconds) * job.measuredSeconds * RESERVE);
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
      mainMsPerRequest: phase.mainCpuMs / sortedMs.length,
      nextMsPerRequest: phase.nextCpuMs / sortedMs.length,
      pagesPerRequest: phase.writtenBytes / PAGE_BYTES / sortedMs.length,
      serverCores: cores(serverCpuMs),
      generatorCores: cores(generatorCpuMs),
      otherCores: cores(Math.max(0, machineCpuMs - serverCpuMs - generatorCpuMs)),
      responseBytes: generator.responseBytes,
      madeLate: requests.madeLate,
    };
  } finally {
    generator.close();
  }
}

/** Makes requests in advance, so that signing them takes no CPU from the server during the measurement. */
class RequestSource {
  /** Requests that were not prepared when they were needed. */
  madeLate = 0;
  readonly #make: () => Buffer;
  readonly #repeatable: boolean;
  #prepared: Buffer[] = [];
  #next = 0;

  constructor(make: () => Buffer, repeatable: boolean) {
    this.#make = make;
    this.#repeatable = repeatable;
  }

  prepare(count: number): void {
    const length = this.#repeatable ? REPEATED_REQUESTS : Math.ceil(count);
    this.#prepared = Array.from({ length }, () => this.#make());
    this.#next = 0;
    this.madeLate = 0;
  }

  next(): Buffer {
    if (this.#repeatable && this.#next === this.#prepared.length) this.#next = 0;
    const prepared = this.#prepared[this.#next];
    if (!prepared) {
      this.madeLate += 1;
      return this.#make();
    }
    this.#next += 1;
    return prepared;
  }
}
