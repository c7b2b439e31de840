import type { HttpServer } from '../http/listen.ts';
import type { AdminServer } from '../observe/metrics/admin-server.ts';
import type { AppContext } from './context.ts';
import type { Jobs } from './jobs.ts';
import { openObservation, serveMetrics } from './observation.ts';
import { nodePlatform } from './platform.ts';
import { serve } from './serve-http.ts';
import { allEnded, type Limits, openService, type ServiceOptions } from './service.ts';

export type { Limits };
export type ServerOptions = Omit<ServiceOptions, 'observation'>;

/** The running server. */
export interface Server
  extends Pick<AppContext, 'engine' | 'dependencies'>,
    Omit<Jobs, 'start' | 'stop'>,
    Pick<HttpServer, 'url'> {
  /** The URL of the metrics; undefined without METRICS_PORT. */
  readonly metricsUrl: string | undefined;
  /** Refuses new requests, finishes those in flight, closes the database. */
  stop(): Promise<void>;
}

/**
 * Starts the whole server in this process: the database, the jobs and HTTP.
 * @throws StartError when another process owns the database, or when demo keys are where everyone can use them.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, logger, platform = nodePlatform } = options;
  const observation = await openObservation({ config, logger, platform });
  const { context, jobs, close } = await openService({ ...options, observation }).catch(async (error) => {
    await observation.close();
    throw error;
  });
  let http: HttpServer | undefined;
  let admin: AdminServer | undefined;
  let stopped: Promise<void> | undefined;
  const stop = () => {
    // They stop together: a slow receiver must not take time from clients that wait for a response.
    stopped ??= allEnded([jobs.stop(), http?.close(), admin?.close()])
      .finally(close)
      .finally(observation.close);
    return stopped;
  };
  try {
    await jobs.start();
    http = await serve(context, { ...options, platform, observation });
    admin = await serveMetrics(observation, context, { ...options, platform });
    const { engine, dependencies } = context;
    const { start: _, stop: __, ...running } = jobs;
    return { ...running, engine, dependencies, url: http.url, metricsUrl: admin?.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
