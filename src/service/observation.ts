import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { asAddressError } from '../config/start-error.ts';
import type { AdminServer } from '../observe/metrics/admin-server.ts';
import type { Metrics } from '../observe/metrics/metrics.ts';
import type { RecordedTracing } from '../observe/open-telemetry.ts';
import type { AppContext } from './context.ts';
import type { Platform } from './platform.ts';
import { version } from './version.ts';

/** The metrics and traces of this process. Without settings for them nothing is loaded, counted or recorded. */
export type Observation = Awaited<ReturnType<typeof openObservation>>;

interface ObservationOptions {
  readonly config: Config;
  readonly logger: Logger;
  readonly platform: Platform;
}

export interface ObservedOptions extends ObservationOptions {
  /** Receives reports about the work of this process. */
  readonly observation: Pick<Observation, 'observer' | 'tracing'>;
}

/** Opens what the settings ask for. */
export async function openObservation(options: ObservationOptions) {
  const { config } = options;
  const metrics = config.metricsPort === undefined ? undefined : await loadMetrics();
  const tracing =
    config.tracesExporter === undefined ? undefined : await loadTracing(config.tracesExporter, options);
  return {
    observer: metrics?.observer,
    tracing,
    metrics,
    async close() {
      metrics?.close();
      await tracing?.close();
    },
  };
}

async function loadMetrics(): Promise<Metrics> {
  const { createMetrics } = await import('../observe/metrics/metrics.ts');
  return createMetrics(version);
}

async function loadTracing(
  exporter: NonNullable<Config['tracesExporter']>,
  { logger, platform: { monotonicMs } }: ObservationOptions,
): Promise<RecordedTracing> {
  const { startTracing } = await import('../observe/open-telemetry.ts');
  return startTracing({ exporter, version, logger, monotonicMs });
}

/**
 * Starts the server of the metrics, if there is to be one.
 * @throws StartError that names METRICS_HOST and METRICS_PORT.
 */
export async function serveMetrics(
  { metrics }: Observation,
  { engine, dependencies }: AppContext,
  { config, logger, platform }: ObservationOptions,
): Promise<AdminServer | undefined> {
  const { metricsPort, metricsHost } = config;
  if (!metrics || metricsPort === undefined) return undefined;
  const { CONTENT_TYPE } = await import('../observe/metrics/metrics.ts');
  const { startAdminServer } = await import('../observe/metrics/admin-server.ts');
  const { nowMs, steadyNowMs } = dependencies.runtime;
  metrics.watchPools(engine.poolUse);
  metrics.watchStorage({
    read: () => engine.query('readGauges', { nowMs: nowMs(), steadyNowMs: steadyNowMs() }),
    monotonicMs: platform.monotonicMs,
    schedule: platform.schedule,
    onFailure: (err) => logger.warn({ err }, 'the metrics of the database could not be read'),
  });
  const settings = ['METRICS_HOST', 'METRICS_PORT'] as const;
  return asAddressError({ host: metricsHost, port: metricsPort, settings }, () =>
    startAdminServer({
      host: metricsHost,
      port: metricsPort,
      contentType: CONTENT_TYPE,
      logger,
      render: metrics.render,
    }),
  );
}
