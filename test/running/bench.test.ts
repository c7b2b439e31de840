import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { printRows, printSummary, printTargets } from '../../bench/figures.ts';
import { fillHistory } from '../../bench/history.ts';
import { FULL_PLAN, NO_FIGURES } from '../../bench/plan.ts';
import { fillClients } from '../../bench/prefill.ts';
import { ROWS } from '../../bench/rows.ts';
import { checkTargets, type RowSummary } from '../../bench/targets.ts';
import { startTestService, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';

describe('bench figures', () => {
  const PAGE = readFileSync(join(import.meta.dirname, '../../docs/figures.md'), 'utf8');

  /** Reads the rows of a table as the benchmark had them, with the titles that it knows. */
  function readRows(table: string): RowSummary[] {
    return [...table.matchAll(/^\| \((\w+)\) .* \|$/gm)].map(([line, key = '']) => {
      const [speed, p50, p99, cpu, main, next, pages, rss] = line
        .split(' | ')
        .slice(1)
        .map((cell) => (cell.startsWith('–') ? Number.NaN : Number(cell.replaceAll(/[,| ]/g, ''))));
      const row = ROWS.find((one) => one.key === key) ?? expect.fail(`the benchmark has no row ${key}`);
      return {
        ...NO_FIGURES,
        key,
        title: row.title,
        engine: row.engine ?? 'sqlite',
        slowestRequestsPerSecond: Number.NaN,
        fastestRequestsPerSecond: Number.NaN,
        requestsPerSecond: speed ?? Number.NaN,
        p50Ms: p50 ?? Number.NaN,
        p99Ms: p99 ?? Number.NaN,
        cpuMsPerRequest: (cpu ?? Number.NaN) / 1000,
        mainMsPerRequest: (main ?? Number.NaN) / 1000,
        nextMsPerRequest: (next ?? Number.NaN) / 1000,
        pagesPerRequest: pages ?? Number.NaN,
        peakRssBytes: (rss ?? Number.NaN) * 1e6,
      };
    });
  }

  const [ordinary = '', beside = ''] = PAGE.split('\n## ');
  const idle = Number(/^\| idle, cores .*? \| \**([\d.]+)/m.exec(ordinary)?.[1]);
  const [first] = readRows(ordinary);

  if (!first) throw new Error('the page of figures has no rows');

  const idleRow: RowSummary = { ...first, requestsPerSecond: Number.NaN, key: 'i', serverCores: idle };

  test('the benchmark prints the tables of the page of figures, line by line', () => {
    for (const [part, others] of [
      [ordinary, [idleRow]],
      [beside, []],
    ] as const) {
      const rows = readRows(part);
      expect(part).toContain(printRows(rows).join('\n'));
      expect(part).toContain(printTargets(checkTargets([...rows, ...others])).join('\n'));
    }
  });

  test('an ordinary run measures each row of the first table, in its order, and no others but the idle service', () => {
    const keys = ROWS.filter(({ extra }) => extra === undefined).map(({ key }) => key);
    expect(keys).toEqual([...readRows(ordinary).map(({ key }) => key), 'i']);
  });

  test('the benchmark prints the line of the machine and of its plan as the page has it', () => {
    const machine = {
      cpu: 'AMD EPYC',
      cores: 2,
      memoryGb: 24,
      node: 'v20.20.2',
      fsyncMs: 0.2,
      inMemory: false,
    };
    const run = { startedAt: '', machine, plan: FULL_PLAN, rows: [], targets: [], rounds: {} };
    expect(ordinary).toContain(`\n${printSummary(run).split('\n')[0]}\n`);
  });
});

describe('bench history', () => {
  /** Fills a file with the demo data, as the benchmark fills its own. @returns what `verify` has counted in it. */
  async function checkFilled(fill: (database: Sqlite.Database) => void | Promise<void>) {
    using folder = temporaryFolder();
    const { databasePath, stop } = await startTestService({ folder: folder.path });
    await stop();
    const database = new Sqlite(databasePath);
    try {
      await fill(database);
    } finally {
      database.close();
    }
    return (await expectAgreement(databasePath)).checked;
  }

  test('a history of the benchmark is one that the service could have stored', async () => {
    const checked = await checkFilled((database) => fillHistory(database, 500));
    expect(checked).toMatchObject({ transactions: 500 });
    expect(checked?.events).toBeGreaterThan(450);
    expect(checked?.events).toBeLessThan(500);
  });

  test('so are the pending transactions and the waiting callbacks of the benchmark', async () => {
    const client = { appKey: 'demo-merchant', callbackUrl: 'http://127.0.0.1:9/' };
    const checked = await checkFilled((database) =>
      fillClients(database, [{ ...client, pending: 30, undelivered: 20 }]),
    );
    expect(checked).toMatchObject({ transactions: 50, events: 20, callbacks: 20 });
  });
});
