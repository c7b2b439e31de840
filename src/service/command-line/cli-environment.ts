import type { EngineOptions } from '../database.ts';

/** Where the program runs: its settings, and its standard streams. */
export interface CliEnvironment {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Starts the service in this process. */
  readonly serve: () => Promise<unknown>;
  /** Who runs it; by default the user of the operating system. */
  readonly user?: string | undefined;
  /** Whether a person sees at once what is written to `stderr`. */
  readonly isTerminal?: boolean;
  /** Replaces parts of the database engine. */
  readonly engine?: EngineOptions;
}
