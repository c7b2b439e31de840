import type { Observer } from '../../src/operations/observer.ts';
import type { Tracing } from '../../src/operations/tracing.ts';
import type { CommandInput, CommandName, CommandOutput } from '../commands.ts';
import type { Engine, RunOptions } from '../engine.ts';

export interface EngineObservers {
  readonly observer?: Observer | undefined;
  readonly tracing?: Tracing | undefined;
}

/** The inputs of commands that gather what arrives together. */
const GROUPS = {
  createTransactions: 'requests',
  applyTransitions: 'requests',
  recordAttempts: 'records',
  useSigns: 'signs',
} as const satisfies Partial<Record<CommandName, string>>;

/** Tells of every command, from when it is sent to when it is on disk. Where nobody listens it is the same engine. */
export function observeEngine(engine: Engine, { observer, tracing }: EngineObservers): Engine {
  if (!observer && !tracing) return engine;
  return {
    ...engine,
    async run<N extends CommandName>(
      command: N,
      input: CommandInput<N>,
      options: RunOptions = {},
    ): Promise<CommandOutput<N>> {
      const startedAt = performance.now();
      const groupSize = sizeOf(command, input);
      const span = beginSpan(tracing, command, { groupSize, ...options });
      const below = span ? { trace: { parent: span.traceparent, links: [] } } : options;
      let hasFailed = true;
      try {
        const output = await engine.run(command, input, below);
        hasFailed = false;
        return output;
      } finally {
        observer?.command({ command, groupSize, durationMs: performance.now() - startedAt, hasFailed });
        span?.end(hasFailed ? { error: 'command_failed' } : undefined);
      }
    },
  };
}

function sizeOf(command: CommandName, input: object): number | undefined {
  const gathered = command in GROUPS ? GROUPS[command as keyof typeof GROUPS] : undefined;
  const items = gathered && (input as Readonly<Record<string, unknown>>)[gathered];
  return Array.isArray(items) ? items.length : undefined;
}

/** A command that no trace asks for has no span: jobs run some every second. */
function beginSpan(
  tracing: Tracing | undefined,
  command: CommandName,
  { groupSize, trace }: RunOptions & { readonly groupSize: number | undefined },
) {
  if (!tracing || !trace) return undefined;
  const attributes = {
    'db.operation.name': command,
    ...(groupSize !== undefined && { 'db.operation.batch.size': groupSize }),
  };
  return tracing.begin(`db ${command}`, { kind: 'client', ...trace, attributes });
}
