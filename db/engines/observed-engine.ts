import type { Observer, Tracing } from '../../src/operations/observer.ts';
import type { CommandTrace, Engine } from '../engine.ts';
import type { CommandInput, CommandName, CommandOutput } from '../names.ts';

export interface EngineObservers {
  readonly observer?: Observer | undefined;
  readonly tracing?: Tracing | undefined;
}

/** The input field with the items of a group, for the commands that run many requests at once. */
const GROUP_FIELDS = {
  createTransactions: 'requests',
  applyTransitions: 'requests',
  recordAttempts: 'records',
  useSigns: 'signs',
} as const satisfies Partial<Record<CommandName, string>>;

/**
 * Reports each command to the observer and as a span, with the time from its call until it is committed or has failed.
 * Without an observer and without tracing, returns the engine itself.
 */
export function observeEngine(engine: Engine, { observer, tracing }: EngineObservers): Engine {
  if (!observer && !tracing) return engine;
  return {
    ...engine,
    async run<N extends CommandName>(
      command: N,
      input: CommandInput<N>,
      trace?: CommandTrace,
    ): Promise<CommandOutput<N>> {
      const startedAt = performance.now();
      const groupSize = groupSizeOf(command, input);
      const span = startSpan(tracing, command, { groupSize, trace });
      const childTrace = span ? { parent: span.traceparent, links: [] } : trace;
      let hasFailed = true;
      try {
        const output = await engine.run(command, input, childTrace);
        hasFailed = false;
        return output;
      } finally {
        observer?.command({ command, groupSize, durationMs: performance.now() - startedAt, hasFailed });
        span?.end(hasFailed ? { error: 'command_failed' } : undefined);
      }
    },
  };
}

function groupSizeOf(command: CommandName, input: object): number | undefined {
  const field = command in GROUP_FIELDS ? GROUP_FIELDS[command as keyof typeof GROUP_FIELDS] : undefined;
  const items = field && (input as Readonly<Record<string, unknown>>)[field];
  return Array.isArray(items) ? items.length : undefined;
}

/** Starts the span of a command. A command outside a trace, such as one of a job that runs every second, gets none. */
function startSpan(
  tracing: Tracing | undefined,
  command: CommandName,
  { groupSize, trace }: { readonly groupSize: number | undefined; readonly trace: CommandTrace | undefined },
) {
  if (!tracing || !trace) return undefined;
  const attributes = {
    'db.operation.name': command,
    ...(groupSize !== undefined && { 'db.operation.batch.size': groupSize }),
  };
  return tracing.begin(`db ${command}`, { kind: 'client', ...trace, attributes });
}
