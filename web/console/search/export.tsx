import '../styles/export.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { LastChangesDocument } from '../gql/graphql.ts';
import type { TransactionFilter } from '../gql/schema.ts';
import { problemOf } from '../service/failures.ts';
import type { Transaction } from '../service/types.ts';
import { useSignedIn } from '../session/context.ts';
import type { Session } from '../session/session.ts';
import { exportTexts } from '../texts/exports.ts';
import { texts } from '../texts/texts.ts';
import { dayOf } from '../time-zone.ts';
import { Options } from '../ui/select-field.tsx';
import type { Page } from '../ui/use-next-page.ts';
import { CSV_FORMS, type CsvForm, defaultForm, type ExportRow, writeHead, writeRows } from './csv.ts';
import { readPage } from './results.ts';
import { FileError, type FileWriter, openFile } from './save.ts';

const PAGE_SIZE = 100;

/** An export that has begun. */
export interface Export {
  readonly form: CsvForm;
  readonly file: FileWriter;
  readonly signal: AbortSignal;
  readonly onProgress: (rows: number) => void;
}

/** Writes a list, page by page. @returns how many rows it has. @throws errors of requests and of the file. */
export async function writePages<T>(
  { file, signal, onProgress }: Export,
  readAfter: (cursor: string | null) => Promise<Page<T>>,
  print: (items: readonly T[]) => string | Promise<string>,
): Promise<number> {
  let rows = 0;
  let after: string | null = null;
  do {
    const { items, nextCursor = null }: Page<T> = await readAfter(after);
    const printed = await print(items);
    signal.throwIfAborted();
    await file.write(printed);
    rows += items.length;
    onProgress(rows);
    after = nextCursor;
  } while (after !== null);
  return rows;
}

/** Writes all results of a filter. @throws errors of requests and of the file. */
async function writeAll(session: Session, filter: TransactionFilter, begun: Export): Promise<number> {
  const { form, file } = begun;
  await file.write(writeHead(form));
  return writePages(
    begun,
    (after) => readPage(session, { filter, size: PAGE_SIZE, after }),
    async (items) => writeRows(await nameActors(session, items), form),
  );
}

/** Adds who settled or ended each transaction. */
async function nameActors(
  { request }: Session,
  transactions: readonly Transaction[],
): Promise<readonly ExportRow[]> {
  const decided = transactions.filter(({ status }) => status !== 'pending');
  const transactionIds = decided.map(({ transactionId }) => transactionId);
  const { lastChanges } =
    decided.length > 0 ? await request(LastChangesDocument, { transactionIds }) : { lastChanges: [] };
  const { actors } = texts().transactions;
  const names = new Map(
    transactionIds.map((id, index) => {
      const change = lastChanges[index];
      return [id, change ? (change.name ?? actors[change.actor]) : ''];
    }),
  );
  return transactions.map((transaction) => ({
    transaction,
    settledBy: names.get(transaction.transactionId) ?? '',
  }));
}

/** Explains a failed export. */
function explain(error: unknown): string {
  return error instanceof FileError ? exportTexts().noFile : problemOf(error).message;
}

/** Saves all results of the filter as a CSV file, in the format that the operator chooses. */
export function ExportButton({ filter }: { readonly filter: TransactionFilter }) {
  const { session } = useSignedIn();
  return (
    <CsvExport
      name="transactions"
      done={exportTexts().done}
      writeAll={(file) => writeAll(session, filter, file)}
    />
  );
}

interface CsvProps {
  /** The beginning of the file's name. */
  readonly name: string;
  readonly done: (count: string) => string;
  /** @returns how many rows there are. @throws errors of requests and of the file. */
  readonly writeAll: (begun: Export) => Promise<number>;
}

/** The choice of a format, and the button that saves a CSV file. */
export function CsvExport({ name, done, writeAll }: CsvProps) {
  const { session, notify } = useSignedIn();
  const [rows, setRows] = useState<number>();
  const [form, setForm] = useState(defaultForm);
  const running = useRef<AbortController>(undefined);
  const t = exportTexts();
  // After unmounting no progress is visible, and the session may have ended.
  useLayoutEffect(() => () => running.current?.abort(), []);

  const run = async () => {
    const fail = (error: unknown) => void notify(t.failed(explain(error)));
    const file = await openFile(`${name}-${dayOf(session.nowMs())}.csv`).catch(fail);
    if (!file) return;
    const controller = new AbortController();
    running.current = controller;
    setRows(0);
    try {
      const written = await writeAll({ form, file, signal: controller.signal, onProgress: setRows });
      await file.finish();
      notify(done(formatCount(written)));
    } catch (error) {
      // The file may be the reason.
      await file.discard().catch(() => {});
      if (controller.signal.aborted) notify(t.cancelled);
      else fail(error);
    } finally {
      setRows(undefined);
    }
  };
  if (rows === undefined)
    return (
      <span class="export end">
        <select
          aria-label={t.form}
          value={form}
          onChange={({ currentTarget: { value } }) =>
            setForm(CSV_FORMS.find((known) => known === value) ?? form)
          }
        >
          <Options options={CSV_FORMS.map((known) => [known, t.forms[known]])} />
        </select>
        <button type="button" onClick={() => void run()}>
          {t.button}
        </button>
      </span>
    );
  return (
    <span class="progress end">
      <progress aria-label={t.running} />
      <span>{t.rows(formatCount(rows))}</span>
      <button type="button" onClick={() => running.current?.abort()}>
        {t.cancel}
      </button>
    </span>
  );
}
