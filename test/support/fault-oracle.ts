import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { MOVED_TABLES } from '../../db/maintenance/move/tables.ts';
import type { SyncRows } from './sync-rows.ts';

/** A request of one caller, which can be repeated. What it leaves out is taken from the run without a fault. */
export interface TestRequest {
  send(): Promise<unknown>;
  /** Checks whether it is stored. Throws when it is stored partially. Requests that are sent together need it. */
  isDone?(): boolean;
  /** Asserts its result, which may depend on whether it was stored before it was sent. */
  expectResult?(result: unknown, wasDone: boolean): void;
  /** Asserts further consequences at the end. */
  afterwards?(): Promise<void>;
  /** Whether its row of the audit log comes with its change. */
  readonly isAudited?: boolean;
  /** Whether it retries its work in smaller pieces after a constraint has refused it. */
  readonly triesAgain?: boolean;
  /** Whether a repeat changes something again. */
  readonly isRepeatable?: boolean;
}

/** A request whose expectations are complete. */
export type JudgedRequest = TestRequest &
  Required<Pick<TestRequest, 'isDone' | 'expectResult'>> & {
    /** Whether all rows of the database are unchanged if it is not done. */
    readonly looksAtAllRows: boolean;
  };

/** What has changed in each table: `new` and `gone` for rows, and the names of columns for changed rows. */
type Change = Readonly<Record<string, readonly string[]>>;

/** What the request of a scenario did in its first run, and must do in every run. */
export type Known = Partial<Record<'change' | 'changeOfRepeat' | 'result' | 'resultOfRepeat', unknown>>;

/** Takes a snapshot of all rows of a database. */
export interface RowWatch {
  /** @returns a function that returns what has changed since this call. */
  watch(): () => Change;
}

export function createRowWatch(database: SyncRows): RowWatch {
  const tables = MOVED_TABLES.map(({ table, key }) => {
    const rows = database.prepare(`select * from ${table}`);
    const read = (): Rows => new Map((rows.all() as Row[]).map((row) => [JSON.stringify(row), row]));
    return { table, key, read };
  });
  return {
    watch() {
      const before = tables.map(({ read }) => read());
      return () => {
        const changes = tables.map(({ table, key, read }, index) => [
          table,
          compare(before[index] ?? new Map(), read(), key),
        ]);
        return Object.fromEntries(changes.filter(([, rows = []]) => rows.length > 0));
      };
    },
  };
}

type Row = Readonly<Record<string, unknown>>;
/** By their text. */
type Rows = ReadonlyMap<string, Row>;

function compare(before: Rows, after: Rows, key: readonly string[]): string[] {
  const idOf = (row: Row) => JSON.stringify(key.map((name) => row[name]));
  const gone = new Map([...before].filter(([text]) => !after.has(text)).map(([, row]) => [idOf(row), row]));
  const changes = [...after]
    .filter(([text]) => !before.has(text))
    .map(([, row]) => {
      const old = gone.get(idOf(row));
      gone.delete(idOf(row));
      return old
        ? Object.keys(row)
            .filter((name) => !isDeepStrictEqual(old[name], row[name]))
            .join()
        : 'new';
    });
  return [...changes, ...[...gone].map(() => 'gone')].sort();
}

/** Completes requests with what the first run of their scenario did. Nothing has been sent yet. */
export function judge(
  requests: readonly TestRequest[],
  known: Known,
  rows: RowWatch,
): readonly JudgedRequest[] {
  return requests.map((request) => {
    const { isDone, expectResult } = request;
    const judged = isDone ? { ...request, isDone } : withState(request, known, rows);
    return { ...judged, looksAtAllRows: !isDone, expectResult: expectResult ?? resultLike(known) };
  });
}

/** Whether the rows are unchanged, or all changes of the first run were made. */
function withState(request: TestRequest, known: Known, rows: RowWatch) {
  const changeSince = rows.watch();
  let isChanged = false;
  let isRepeated = false;
  return {
    ...request,
    send() {
      isRepeated = isChanged;
      return request.send();
    },
    isDone() {
      const change = changeSince();
      isChanged = Object.keys(change).length > 0;
      if (!isChanged) return false;
      if (request.isAudited && !isRepeated) expect(change.audit ?? []).toContain('new');
      expectKnown(known, isRepeated && request.isRepeatable ? 'changeOfRepeat' : 'change', change);
      return true;
    },
  };
}

const resultLike = (known: Known) => (result: unknown, wasDone: boolean) =>
  expectKnown(known, wasDone ? 'resultOfRepeat' : 'result', outline(result));

function expectKnown(known: Known, name: keyof Known, value: unknown): void {
  if (name in known) expect(value, name).toEqual(known[name]);
  known[name] = value;
}

const TELLING: ReadonlySet<string> = new Set(['kind', 'state', 'status', 'done', 'isChanged', 'type']);

/** The kind and the shape of a result, without what differs between runs. */
function outline(result: unknown, isTelling = true): unknown {
  if (Array.isArray(result)) return result.map((one) => outline(one, false));
  if (typeof result !== 'object' || result === null) return isTelling ? result : typeof result;
  return Object.fromEntries(
    Object.entries(result).map(([name, value]) => [name, outline(value, TELLING.has(name))]),
  );
}
