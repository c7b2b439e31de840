import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestServiceOptions, temporaryFolder } from '../../harness.ts';
import { type ManualClockService, startManualClockService } from '../manual-clock-service.ts';
import { withDatabase } from '../rows-of.ts';

/** A service that watches a folder, and looks at it when a test says so. */
export interface InboxService extends AsyncDisposable {
  readonly service: ManualClockService;
  /** The watched folder. */
  readonly path: string;
  /** Lets as much time pass as a file must lie still, and looks before and after it. */
  look(): Promise<void>;
  /** The names in the folder, or in one of its two. */
  names(folder?: 'imported' | 'refused'): string[];
  read(name: string): string;
  /** The number of lines that are stored. */
  lineCount(): Promise<number>;
}

/** Starts a service with a folder of its own, whose timers never run by themselves. */
export async function startInbox(
  options: Pick<TestServiceOptions, 'engine'> & { readonly prepare?: (path: string) => void } = {},
): Promise<InboxService> {
  const folder = temporaryFolder();
  const path = join(folder.path, 'inbox');
  mkdirSync(path);
  options.prepare?.(path);
  const service = await startManualClockService({
    folder: folder.path,
    env: { STATEMENTS_DIR: path },
    ...(options.engine && { engine: options.engine }),
    platform: { schedule: () => () => {} },
  });
  const lookOnce = async () => {
    await service.statementInbox?.lookNow();
  };
  return {
    service,
    path,
    async look() {
      await lookOnce();
      service.clock.advance(2000);
      await lookOnce();
    },
    names: (inner) =>
      readdirSync(inner ? join(path, inner) : path)
        .filter((name) => name !== 'imported' && name !== 'refused')
        .sort(),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    lineCount: () =>
      withDatabase(service.databasePath, async (db) => {
        const rows = await db.selectFrom('statement_lines').select('id').execute();
        return rows.length;
      }),
    async [Symbol.asyncDispose]() {
      await service.stop();
      folder[Symbol.dispose]();
    },
  };
}
