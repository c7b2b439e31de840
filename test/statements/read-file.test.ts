import { describe, expect, it, vi } from 'vitest';
import { READ_LIMITS, type StatementPart } from '../../src/reconciliation/domain/statement.ts';
import { BANK_PROFILES, GENERIC_PROFILE } from '../../src/statements/profiles/index.ts';
import { readFile } from '../../src/statements/read-file.ts';
import { closingsOf, sortParts } from '../support/statements/read-parts.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

const HEADER = ['Tarih', 'Açıklama', 'Etiket', 'Tutar', 'Bakiye', 'Dekont No'];
const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    '01.09.2026',
    `AYŞE ${index}`,
    'x',
    '1,00',
    `${index + 1},00`,
    `${index}`,
  ]);
const bytes = writeCsv({ rows: [HEADER, ...rowsOf(3000)] });
const terms = { profiles: BANK_PROFILES, generic: GENERIC_PROFILE, currency: undefined };
const options = { wanted: 'plain' as const, limits: READ_LIMITS, timeLimitMs: 60_000 };

async function collect(batches: AsyncIterable<readonly StatementPart[]>) {
  const parts: StatementPart[] = [];
  let count = 0;
  for await (const batch of batches) {
    parts.push(...batch);
    count += 1;
  }
  return { ...sortParts(parts), count };
}

describe('a file that is read in a thread', () => {
  it('gives the same lines in order, in batches, and stays with its caller', async () => {
    const { lines, ends, problems, count } = await collect(
      readFile({ bytes, format: 'csv', ...terms }, options),
    );
    expect(problems).toEqual([]);
    expect(lines.map(({ bankReference }) => bankReference)).toEqual(rowsOf(3000).map((row) => row[5]));
    expect(closingsOf({ ends })).toEqual([300_000]);
    expect(count).toBeGreaterThan(5);
    expect(bytes.length).toBeGreaterThan(10_000);
  });

  it('whose lines have long texts is given in smaller batches, so that nothing else waits for all that they say', async () => {
    const rows = rowsOf(100).map(([day = '', , ...rest]) => [day, 'long '.repeat(1000), ...rest]);
    const long = writeCsv({ rows: [HEADER, ...rows] });
    const counts: number[] = [];
    for await (const batch of readFile(
      { bytes: long, format: 'csv', ...terms },
      { ...options, wanted: 'keyed' },
    ))
      counts.push(batch.filter(({ kind }) => kind === 'line').length);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(Math.max(...counts)).toBe(9);
  });

  it('gives its problems, as the reader does', async () => {
    const { problems } = await collect(
      readFile({ bytes: Buffer.from('x'), format: 'csv', ...terms }, options),
    );
    expect(problems).toMatchObject([{ code: 'unknown-columns' }]);
  });

  it('that takes too much time gives one problem', async () => {
    const { problems } = await collect(
      readFile({ bytes, format: 'csv', ...terms }, { ...options, timeLimitMs: 1 }),
    );
    expect(problems).toMatchObject([{ code: 'too-slow' }]);
  });

  it('that takes too much memory gives one problem, and others are read beside it', async () => {
    const rows = rowsOf(20_000).map((row) => [...row.slice(0, 5), `${row[5]}-${'x'.repeat(200)}`]);
    const large = writeXlsx({ sheets: [{ rows: [HEADER, ...rows] }] });
    const [starved, fed] = await Promise.all([
      collect(readFile({ bytes: large, format: 'xlsx', ...terms }, { ...options, heapLimitMb: 12 })),
      collect(readFile({ bytes, format: 'csv', ...terms }, options)),
    ]);
    expect(starved.problems).toMatchObject([{ code: 'too-large' }]);
    expect(fed.lines).toHaveLength(3000);
  });

  it('after another one is read by the same thread, which starts anew', async () => {
    const few = writeCsv({ rows: [HEADER, ...rowsOf(3)] });
    await collect(readFile({ bytes, format: 'csv', ...terms }, options));
    const started = vi.fn();
    process.on('worker', started);
    const { lines } = await collect(readFile({ bytes: few, format: 'csv', ...terms }, options));
    process.off('worker', started);
    expect(lines).toHaveLength(3);
    expect(started).not.toHaveBeenCalled();
  });

  it('is read no further than one batch ahead of a consumer that stops', async () => {
    const batches = readFile({ bytes, format: 'csv', ...terms }, options);
    const first = await batches.next();
    expect(first.value).toBeDefined();
    await batches.return();
    expect(await batches.next()).toEqual({ done: true, value: undefined });
  });
});
