import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import type { TransactionFilter } from '../gql/graphql.ts';
import { problemOf } from '../service/failures.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { CSV_START, writeRows } from './csv.ts';
import { readPage } from './results.ts';
import { type FileWriter, openFile } from './save.ts';

const PAGE_SIZE = 100;

interface Export {
  readonly filter: TransactionFilter;
  readonly file: FileWriter;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Writes all results of a filter, page by page. @throws errors of requests and of the file. */
async function writeAll(session: Session, { filter, file, signal, onProgress }: Export): Promise<number> {
  let rows = 0;
  let after: string | null = null;
  await file.write(CSV_START);
  do {
    const page = await readPage(session, { filter, size: PAGE_SIZE, after });
    signal.throwIfAborted();
    await file.write(writeRows(page.items));
    rows += page.items.length;
    onProgress(rows);
    after = page.cursor;
  } while (after !== null);
  return rows;
}

/** Explains a failed export. Errors of the file are DOMExceptions, whose messages are for programmers. */
function explain(error: unknown): string {
  return error instanceof DOMException ? 'The file could not be written.' : problemOf(error).message;
}

/** A button that saves all results of the filter as a CSV file. */
export function ExportButton({ filter }: { readonly filter: TransactionFilter }) {
  const { session, notify } = useSignedIn();
  const [rows, setRows] = useState<number>();
  const running = useRef<AbortController>(undefined);
  // After unmounting no progress is visible, and the session may have ended.
  useEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const fail = (error: unknown) => void notify(`Nothing exported: ${explain(error)}`);
    const file = await openFile(`transactions-${new Date().toISOString().slice(0, 10)}.csv`).catch(fail);
    if (!file) return;
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const written = await writeAll(session, {
        filter,
        file,
        signal: controller.signal,
        onProgress: setRows,
      });
      await file.finish();
      notify(`Exported ${formatCount(written)} transactions.`);
    } catch (error) {
      await file.discard();
      if (controller.signal.aborted) notify('The export was cancelled.');
      else fail(error);
    } finally {
      setRows(undefined);
    }
  };
  if (rows === undefined)
    return (
      <button type="button" class="end" onClick={() => void run()}>
        Export CSV
      </button>
    );
  return (
    <span class="progress end">
      <progress aria-label="Export" />
      <span>{formatCount(rows)} rows</span>
      <button type="button" onClick={() => running.current?.abort()}>
        Cancel export
      </button>
    </span>
  );
}
