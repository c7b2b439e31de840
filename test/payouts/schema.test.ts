import { beforeAll, describe, expect, it } from 'vitest';
import type { PayoutRow } from '../../src/payouts/files/payout-file.ts';
import { writeBankFile } from '../../src/payouts/files/write-file.ts';
import {
  batchOf,
  bytesOf,
  elements,
  isoProfile,
  longBatch,
  payoutRow,
  TURKISH,
} from '../support/payouts/payout-batch.ts';
import { schemaErrors } from '../support/payouts/validate-xml.ts';

const FORMATS = ['pain.001.001.09', 'pain.001.001.03'] as const;
const LONG_NAME = 'Ğ'.repeat(140);

const CASES: readonly (readonly [string, readonly Partial<PayoutRow>[], Record<string, unknown>])[] = [
  ['one row', [{}], {}],
  ['two rows', [{}, {}], {}],
  ['every Turkish letter', [{ accountName: TURKISH, text: TURKISH }], { characters: 'unicode' }],
  ['an apostrophe', [{ accountName: "Ali O'Brien", text: "Can'ın" }], { characters: 'unicode' }],
  ['signs of XML', [{ accountName: 'A & B <C> "D" ]]>', text: '&amp;<>' }], { characters: 'latin' }],
  ['a name of 140 characters', [{ accountName: LONG_NAME }], { characters: 'unicode' }],
  ['a name of 200 characters outside the BMP', [{ accountName: '𝒜'.repeat(200) }], { characters: 'unicode' }],
  [
    'controls and halves of characters',
    [{ accountName: 'A\0\ud800\ufffe\u202eB' }],
    { characters: 'unicode' },
  ],
  ['several payment groups', [{}, {}, {}], { maxRowsPerGroup: 2 }],
  ['no text', [{ text: '' }], {}],
  ['a BIC', [{}], { agent: 'bic' }],
  ['no agent', [{}], { agent: 'omit' }],
  ['batch booking and high priority', [{}], { batchBooking: true, charges: 'SHAR', priority: 'HIGH' }],
  ['the service level SEPA', [{}], { batchBooking: false, serviceLevel: 'SEPA', charges: 'SLEV' }],
  ['priority and service level', [{}], { priority: 'NORM', serviceLevel: 'URGP' }],
  ['no control sums', [{}], { controlSum: { group: false, payment: false } }],
];

describe.each(FORMATS)('a file of %s', (format) => {
  const files = new Map<string, string>();
  let errorsOf: Awaited<ReturnType<typeof schemaErrors>>;
  beforeAll(async () => {
    for (const [name, rows, settings] of CASES) {
      const batch = batchOf(rows.map((row, index) => payoutRow(index + 1, row)));
      files.set(name, bytesOf(isoProfile({ format, ...settings }), batch).toString());
    }
    files.set('another namespace', files.get('one row')?.replace('.001.0', '.001.1') ?? '');
    files.set('a long id', files.get('one row')?.replace('<MsgId>', `<MsgId>${'P'.repeat(35)}`) ?? '');
    errorsOf = await schemaErrors(format, files);
  });

  it.each(CASES)('is valid with %s', (name, rows) => {
    expect(elements(files.get(name) ?? '', 'CdtTrfTxInf')).toHaveLength(rows.length);
    expect(errorsOf(name)).toEqual([]);
  });

  it.each(['another namespace', 'a long id'])('is not valid with %s', (name) => {
    expect(errorsOf(name)).not.toEqual([]);
  });
});

const MEBIBYTE = 1024 * 1024;
const COUNT = 100_000;

describe(`a file of ${COUNT} rows`, () => {
  const pieces: Uint8Array[] = [];
  let cpuSeconds = 0;
  let moreBytes = 0;
  beforeAll(() => {
    const before = process.memoryUsage.rss();
    const cpu = process.cpuUsage();
    for (const piece of writeBankFile(isoProfile(), longBatch(COUNT))) {
      pieces.push(piece);
      moreBytes = Math.max(moreBytes, process.memoryUsage.rss() - before);
    }
    const { user, system } = process.cpuUsage(cpu);
    cpuSeconds = (user + system) / 1e6;
  });

  // The time of a clock depends on what else the machine does.
  it('takes at most 10 s of a processor', () => {
    expect(cpuSeconds).toBeLessThan(10);
  });

  it('takes at most 150 MiB more memory', () => {
    expect(moreBytes / MEBIBYTE).toBeLessThan(150);
  });

  it('is valid', async () => {
    const xml = Buffer.concat(pieces).toString();
    expect(elements(xml, 'CdtTrfTxInf')).toHaveLength(COUNT);
    const errorsOf = await schemaErrors('pain.001.001.09', new Map([['long', xml]]));
    expect(errorsOf('long')).toEqual([]);
  });
});
