import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import {
  ADMIN,
  type Credentials,
  call,
  DEMO_BANK_ID,
  hmac,
  MERCHANT,
  OPERATOR,
  startTestService,
  VALID_IBAN,
} from '../harness.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { testLong } from '../support/long-test.ts';
import { holdTimers } from '../support/manual-clock-service.ts';
import { openRaw } from '../support/raw-connection.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';
import { camtOf } from '../support/statements/bank-files.ts';
import { codesOf, readPastedParts } from '../support/statements/read-parts.ts';
import { beginUpload, STATEMENTS, type UploadOptions, upload } from '../support/statements/upload.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

const service = useService();

describe('upload', () => {
  const newAccount = () => createAccount(service(), { bankId: DEMO_BANK_ID });

  const TABLE = [
    ['Tarih', 'Fiş No', 'Açıklama', 'İşlem Tutarı', 'Bakiye'],
    ['20.11.2026', 'F1', 'Gönd: ALİ VELİ 0209-Banka', '1.250,50', '1.250,50'],
    ['20.11.2026', 'F2', 'Masraf', '-1,00', '1.249,50'],
  ];

  const LINES = [
    { amountMinor: 125_050, text: 'paid' },
    { amountMinor: 100, text: 'fee', isDebit: true },
  ];

  describe('a signed file is imported:', () => {
    test.each([
      ['camt', 2, (iban: string) => camtOf({ iban, lines: LINES })],
      ['mt940', 2, (iban: string) => bankFile({ iban, lines: LINES })],
      ['xlsx', 2, () => writeXlsx({ sheets: [{ rows: TABLE }] })],
      ['csv', 2, () => writeCsv({ rows: TABLE })],
    ] as const)('%s', async (format, lineCount, write) => {
      const { id: accountId, iban } = await newAccount();
      const { file, isRepeat, statements } = expectData(
        await upload(service(), write(iban), { accountId, name: `bank.${format}`, as: ADMIN }),
      );
      expect(isRepeat).toBe(false);
      expect(file).toMatchObject({ format, name: `bank.${format}`, lineCount, addedCount: lineCount });
      expect(statements).toMatchObject([{ accountId, lineCount, heldReason: null }]);
    });
  });

  test('the account is the one that the file names, and the profile can be chosen', async () => {
    const { id: accountId, iban } = await newAccount();
    const lines = [
      ['Date', 'Amount', 'Description', 'Own IBAN', 'Currency'],
      ['2026-11-20', '1.00', 'x', iban, 'TRY'],
    ];
    const { statements } = expectData(
      await upload(service(), writeCsv({ rows: lines }), { profileId: 'generic' }),
    );
    expect(statements).toMatchObject([{ accountId, lineCount: 1 }]);
  });

  test('a copy of a sheet in a workbook adds nothing', async () => {
    const { id: accountId } = await newAccount();
    const sheets = ['Kasım', 'Kasım (2)'].map((title) => ({ title, rows: TABLE }));
    const { file } = expectData(await upload(service(), writeXlsx({ sheets }), { accountId }));
    expect(file).toMatchObject({ lineCount: 4, addedCount: 2 });
  });

  describe('a file is refused with each problem at its place:', () => {
    test.each([
      ['no statement', 'hello', /^file: /],
      ['nothing', '', /^file: /],
      [
        'an unknown account',
        bankFile({ iban: VALID_IBAN, lines: LINES }),
        /^file, statement 1: The file names the account “.*”, which is none of the bank accounts/,
      ],
      ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), /^file: .*XLSX or CSV/],
    ])('%s', async (_, bytes, message) => {
      const { fields } = expectFailure(await upload(service(), bytes), 'error_validation');
      expect(fields).toMatchObject([{ path: 'file', message: expect.stringMatching(message) }]);
    });

    test('two wrong rows of a table', async () => {
      const { id: accountId } = await newAccount();
      const rows = [...TABLE, ['99.11.2026', 'F3', 'x', '1,00', '1'], ['20.11.2026', 'F4', 'x', 'much', '1']];
      const response = await upload(service(), writeCsv({ rows }), { accountId });
      const { fields } = expectFailure(response, 'error_validation');
      expect(fields.map(({ message }: { message: string }) => message.split(':')[0])).toEqual([
        'file, row 4',
        'file, row 5',
      ]);
    });

    test('an account that is none, although the file names one', async () => {
      const { iban } = await newAccount();
      const response = await upload(service(), bankFile({ iban, lines: LINES }), { accountId: 'none' });
      expectFailure(response, 'error_validation');
    });

    test('the document type of XML', async () => {
      const { iban } = await newAccount();
      const camt = camtOf({ iban, lines: LINES }).toString();
      const bytes = camt.replace('?>', '?><!DOCTYPE Document [<!ENTITY a "b">]>');
      expectFailure(await upload(service(), bytes), 'error_validation');
    });
  });

  test('a refused file holds up no other', async () => {
    const { iban } = await newAccount();
    const bytes = bankFile({ iban, lines: LINES });
    expectFailure(await upload(service(), `${bytes}:61:broken`), 'error_validation');
    expect(expectData(await upload(service(), bytes)).file.addedCount).toBe(2);
  });

  describe('only an operator or admin with a timed sign over all bytes sends a file:', () => {
    test.each([
      ['a merchant', async () => ({ as: MERCHANT }), 'not_authorized'],
      ['a viewer', async () => ({ as: await createClient(service(), { role: 'viewer' }) }), 'not_authorized'],
      ['a wrong secret', async () => ({ as: { ...OPERATOR, secret: 'wrong' } }), 'error_invalid_sign'],
      ['an unknown key', async () => ({ as: { appKey: 'nobody', secret: 'x' } }), 'error_site_not_found'],
      ['a plain sign', async () => ({ sign: 'plain' as const }), 'error_invalid_sign'],
      ['a sign of yesterday', async () => ({ nowMs: Date.now() - 86_400_000 }), 'error_invalid_sign'],
      ['no sign', async () => ({ headers: { sign: '' } }), 'error_missing_credentials'],
      [
        'an address that the key does not allow',
        async () => ({
          as: await createClient(service(), { role: 'operator', ipAllowlist: ['10.0.0.0/8'] }),
        }),
        'not_authorized',
      ],
    ] as const)('not %s', async (_, options, error) => {
      expectFailure(await upload(service(), 'a small file', await options()), error);
    });

    test('not with other bytes than the signed ones', async () => {
      const { iban } = await newAccount();
      const bytes = bankFile({ iban, lines: LINES });
      const sign = { sign: signOf(bytes) };
      expectFailure(
        await upload(service(), bytes.replace('1250,5', '9250,5'), { name: 'bank', headers: sign }),
        'error_invalid_sign',
      );
    });
  });

  /** The sign of a request with these bytes. */
  function signOf(bytes: string): string {
    const seconds = Math.floor(Date.now() / 1000);
    return `t=${seconds},v1=${hmac(OPERATOR.secret, `${seconds}.POST.${STATEMENTS}?name=bank.${bytes}`)}`;
  }

  describe('a body that is no file as it is gets a 415:', () => {
    test.each([
      ['a multipart form', { contentType: 'multipart/form-data; boundary=x' }],
      ['a form', { contentType: 'application/x-www-form-urlencoded' }],
      ['JSON', { contentType: 'application/json' }],
      ['a compressed one', { headers: { 'content-encoding': 'gzip' } }],
    ])('%s', async (_, options) => {
      const response = await upload(service(), 'a small file', options);
      expect(expectFailure(response, 'error_unsupported_media_type').message).toContain('octet-stream');
    });
  });

  test.each(['application/xml', 'text/csv; charset=windows-1254', 'text/plain', 'application/zip'])(
    'a file is taken as %s too',
    async (contentType) => {
      const { iban } = await newAccount();
      expectData(await upload(service(), bankFile({ iban, lines: LINES }), { contentType }));
    },
  );

  test('a file without a content type is taken, in chunks too', async () => {
    const { iban } = await newAccount();
    const bytes = bankFile({ iban, lines: LINES });
    const seconds = Math.floor(Date.now() / 1000);
    const target = `${STATEMENTS}?name=a`;
    const sign = `t=${seconds},v1=${hmac(OPERATOR.secret, `${seconds}.POST.${target}.${bytes}`)}`;
    const headers = { appKey: OPERATOR.appKey, sign, 'transfer-encoding': 'chunked' };
    expectData(await rawCall(service(), { method: 'POST', target, headers, body: bytes }));
  });

  test('the name is required, and the bytes are only in the body', async () => {
    const sent = { as: OPERATOR, sign: 'timed', contentType: 'text/plain', body: 'x' } as const;
    for (const [query, path] of [
      ['', 'name'],
      ['?name=a&bytes=b', 'bytes'],
    ]) {
      const { fields } = expectFailure(await call(service(), STATEMENTS + query, sent), 'error_validation');
      expect(fields).toMatchObject([{ path }]);
    }
  });
});

describe('upload limits', () => {
  const LIMIT_BYTES = 64 * 1024 * 1024;

  /** The time within which a file must arrive, with the limits of production. */
  const WITHIN_MS = 18_000;

  /** The time between two looks at what has arrived. */
  const CHECK_MS = 5_000;

  /** A service that waits for every file. */
  const patient = useService({ platform: { schedule: holdTimers(CHECK_MS).schedule } });

  testLong('a file of 64 MiB is received, and its last byte is read', async () => {
    const bytes = Buffer.alloc(LIMIT_BYTES, ' ');
    const { fields } = expectFailure(await upload(service(), bytes), 'error_validation');
    expect(fields).toMatchObject([{ path: 'file' }]);
  });

  test('a larger file is refused by its length, before its bytes', async () => {
    using connection = await beginUpload(service(), { 'content-length': String(LIMIT_BYTES + 1) });
    const { status, json, headers } = await connection.response();
    expect(status).toBe(413);
    expect(json.error.message).toContain(`at most ${LIMIT_BYTES} bytes`);
    expect(headers.connection).toBe('close');
  });

  test.each([
    ['a merchant', { appKey: MERCHANT.appKey }],
    ['an unknown key', { appKey: 'nobody' }],
    ['a plain sign', { sign: hmac(OPERATOR.secret, 'x') }],
    ['an old sign', { sign: `t=1,v1=${hmac(OPERATOR.secret, 'x')}` }],
  ])('%s makes the service hold no more than 64 KiB', async (_, headers) => {
    using connection = await beginUpload(service(), { 'content-length': '65537', ...headers });
    const { status, json } = await connection.response();
    expect(status).toBe(413);
    expect(json.error.message).toContain('key of an operator or admin');
  });

  test('a body that ends before its length is refused, and leaves its place to others', async () => {
    for (let times = 0; times < 3; times += 1) {
      const head = `POST ${STATEMENTS}?name=a HTTP/1.1\r\nhost: localhost\r\nappKey: ${OPERATOR.appKey}\r\n`;
      const sign = `t=${Math.floor(Date.now() / 1000)},v1=${hmac(OPERATOR.secret, 'x')}`;
      using connection = await openRaw(patient());
      connection.socket.end(`${head}sign: ${sign}\r\ncontent-length: 100000\r\n\r\n:20:`);
      await connection.closed;
    }
    await expectTaken({ sign: 'timed', name: 'a' });
  });

  test('a client that leaves at once, or in the middle, leaves its place to others', async () => {
    for (let times = 0; times < 4; times += 1) {
      const connection = await beginUpload(patient());
      if (times % 2 === 0) connection.socket.resetAndDestroy();
      else connection.socket.destroy();
      await connection.closed;
    }
    await expectTaken({ sign: 'timed', name: 'a' });
  });

  test('whoever knows keys and has addresses, but no secret, holds up no file with a digest sign', async () => {
    await using proxied = await startTestService({
      env: { TRUST_PROXY: '1' },
      platform: { schedule: holdTimers(CHECK_MS).schedule },
    });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    using first = await beginUpload(proxied, from('203.0.113.5'));
    using second = await beginUpload(proxied, { ...from('203.0.113.6'), ...signedBy(ADMIN) });
    // A sign over the bytes has to wait for them.
    const late = { sign: 'timed', name: 'a', headers: from('203.0.113.7') } as const;
    await expect.poll(async () => (await upload(proxied, 'small', late)).status).toBe(503);
    expect((await upload(proxied, 'small', { headers: from('203.0.113.5') })).status).toBe(400);
    for (const held of [first, second]) expect(held.socket.destroyed).toBe(false);
  });

  test('an address has one place for a file whose sign is checked at its end', async () => {
    const first = await beginUpload(patient());
    const late = { sign: 'timed', name: 'a', as: ADMIN } as const;
    const refused = await expectRefused(late);
    expect(refused.headers.get('retry-after')).toBe('1');
    first.socket.destroy();
    await first.closed;
    await expectTaken(late);
  });

  test('a key has two of the three places for files with a digest sign', async () => {
    using first = await beginUpload(patient(), digestOf(OPERATOR, 'first'));
    using second = await beginUpload(patient(), digestOf(OPERATOR, 'second'));
    using third = await beginUpload(patient(), digestOf(OPERATOR, 'third'));
    const all = [first, second, third];
    const refused = await Promise.any(all.map((one) => one.response()));
    expect([refused.status, refused.json.error.type]).toEqual([503, 'error_unavailable']);
    await expectTaken({ as: ADMIN });
  });

  test('a file with a digest sign of another file is refused', async () => {
    const headers = digestOf(OPERATOR, 'another');
    const refused = expectFailure(
      await upload(service(), 'small', { name: 'a', headers }),
      'error_invalid_sign',
    );
    expect(refused.message).toContain('content-digest');
  });

  test('a test key makes the service hold no more than 64 KiB', async () => {
    const tester = await createClient(service(), { role: 'operator', isTest: true });
    using connection = await beginUpload(service(), { 'content-length': '65537', ...signedBy(tester) });
    expect((await connection.response()).status).toBe(413);
  });

  test.each([
    ['whose sign is checked at its end arrives with less than 64 KiB a second', {}],
    ['with a digest sign stops arriving', digestOf(OPERATOR, 'x')],
  ])('a file %s: it gives its place back', async (_, headers) => {
    const timers = holdTimers(CHECK_MS);
    await using stalled = await startTestService({ platform: { schedule: timers.schedule } });
    using connection = await beginUpload(stalled, headers);
    const answer = connection.response();
    await waitFor(() => timers.expire(), answer);
    const { status, json } = await answer;
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/^The file arrived too slowly for 5 seconds\. Send it over a faster/);
    expect((await upload(stalled, 'small')).status).toBe(400);
  });

  test('a file that arrives too slowly gets an answer that says so', async () => {
    const timers = holdTimers(WITHIN_MS);
    await using slow = await startTestService({ platform: { schedule: timers.schedule } });
    using connection = await beginUpload(slow);
    const answer = connection.response();
    await waitFor(() => timers.expire(), answer);
    const { status, json, headers } = await answer;
    expect(status).toBe(400);
    expect(json.error.message).toMatch(/^The file did not arrive within 18 seconds\. Send it over a faster/);
    expect(headers.connection).toBe('close');
    // Its place is free again.
    await upload(slow, 'small');
  });

  /** The headers of somebody who knows a key. */
  const signedBy = ({ appKey, secret }: Credentials) => ({
    appKey,
    sign: `t=${Math.floor(Date.now() / 1000)},v1=${hmac(secret, 'not yet known')}`,
  });

  /** The headers of a sign that is right for one body. */
  function digestOf({ appKey, secret }: Credentials, body: string) {
    const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
    const seconds = Math.floor(Date.now() / 1000);
    const payload = `v2.${seconds}.POST.${digest}.${STATEMENTS}?name=a`;
    return { appKey, 'content-digest': digest, sign: `t=${seconds},v2=${hmac(secret, payload)}` };
  }

  /** A file is refused once the service has read the headers of those before. */
  async function expectRefused(options: UploadOptions) {
    for (;;) {
      const response = await upload(patient(), 'small', options);
      if (response.status === 503) return response;
    }
  }

  /** Does something again and again until an answer is there. */
  async function waitFor(again: () => void, answer: Promise<unknown>): Promise<void> {
    let isThere = false;
    const noted = answer.finally(() => {
      isThere = true;
    });
    while (!isThere) {
      again();
      await new Promise(setImmediate);
    }
    await noted;
  }

  /** A file is imported once the service has noticed that others have left. */
  async function expectTaken(options: UploadOptions = {}): Promise<void> {
    const { iban } = await createAccount(patient(), { bankId: DEMO_BANK_ID });
    const bytes = bankFile({ iban, lines: [{ amountMinor: 100, text: 'paid' }] });
    for (;;) {
      const response = await upload(patient(), bytes, options);
      if (response.status === 503) continue;
      expectData(response);
      return;
    }
  }
});

const paste = (text: string) => readPastedParts(text, { currency: 'TRY' });

const seen = (text: string) => {
  const { lines, problems } = paste(text);
  expect(problems).toEqual([]);
  return lines.map((line) => [
    line.bookingDate,
    line.direction === 'credit' ? line.amountMinor : -line.amountMinor,
    line.balanceAfterMinor,
    line.remittance[0] ?? null,
  ]);
};

describe('pasted lines', () => {
  it('are read by their header, between tabs, semicolons or blanks', () => {
    for (const between of ['\t', ';', '   ']) {
      const text = `Tarih${between}Açıklama${between}Tutar\n01.09.2026${between}AYŞE YILMAZ REF K7${between}-1.250,50\n`;
      expect(seen(text)).toEqual([['2026-09-01', -125050, null, 'AYŞE YILMAZ REF K7']]);
    }
  });

  it('are read without a header where each column has one meaning', () => {
    expect(seen('01.09.2026\t10:00\tAYŞE\tREF K7\t+1.250,50\n')).toEqual([
      ['2026-09-01', 125050, null, 'AYŞE REF K7'],
    ]);
    expect(seen('2026-09-01;x;5,00 TL;A\n2026-09-02;y;5,00 TL;B\n')).toEqual([
      ['2026-09-01', 500, null, 'x'],
      ['2026-09-02', -500, null, 'y'],
    ]);
  });

  it('have a balance column where only one of two adds up, in either order', () => {
    expect(seen('01.09.2026\t+10,00\t110,00\tx\n02.09.2026\t-30,00\t80,00\ty\n')).toEqual([
      ['2026-09-01', 1000, 11000, 'x'],
      ['2026-09-02', -3000, 8000, 'y'],
    ]);
    expect(
      seen('02.09.2026\t80,00\t-30,00\ty\n01.09.2026\t110,00\t+10,00\tx\n').map(([, amount]) => amount),
    ).toEqual([-3000, 1000]);
  });

  it.each([
    ['no signs', '01.09.2026\t1.250,50\tAYŞE', 'bad-direction'],
    ['a day that may be a month', '01/09/2026\t+1.250,50\tAYŞE', 'bad-date'],
    ['an amount that may be thousands', '01.09.2026\t+1.250\tAYŞE', 'unknown-columns'],
    ['two amounts that prove nothing', '01.09.2026\t+1,00\t+5,00\tAYŞE', 'unknown-columns'],
    ['two columns of days', '01.09.2026\t02.09.2026\t+1,00\tAYŞE', 'unknown-columns'],
    ['rows of different lengths', '01.09.2026  AYŞE  +1,00\n02.09.2026  +2,00', 'unknown-columns row 2'],
    ['a row without a cell under a header', 'Tarih  Açıklama  Tutar\n01.09.2026  +1,00', 'broken-file row 2'],
    ['no text at all', ' \n', 'not-a-statement'],
  ])('with %s are a problem, and no line', (_, text, code) => {
    const found = paste(text);
    expect([codesOf(found), found.lines]).toEqual([[code], []]);
  });

  it('that name no currency, for an account without one, are a problem', () => {
    expect(codesOf(readPastedParts('01.09.2026\t+1,00\tx'))).toEqual(['bad-currency row 1']);
  });
});
