import { describe, expect, test } from 'vitest';
import { ADMIN, call, DEMO_BANK_ID, hmac, MERCHANT, OPERATOR, VALID_IBAN } from '../harness.ts';
import { createAccount, createClient } from '../support/entities.ts';
import { rawCall } from '../support/raw-http.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { bankFile } from '../support/statements/bank-file.ts';
import { writeCamt } from '../support/statements/small-camt.ts';
import { STATEMENTS, upload } from '../support/statements/upload.ts';
import { writeCsv } from '../support/statements/write-csv.ts';
import { writeXlsx } from '../support/statements/write-xlsx.ts';

const service = useService();

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
    ['camt', 2, (iban: string) => writeCamt({ iban, amounts: ['10.00', '20.00'] })],
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

test('the same bytes again change nothing, whatever their name is', async () => {
  const { iban } = await newAccount();
  const bytes = bankFile({ iban, lines: LINES });
  const first = expectData(await upload(service(), bytes));
  const again = expectData(await upload(service(), bytes, { name: 'again.sta' }));
  // The lines may have been matched between the two answers.
  const { matchedAt } = again.file;
  expect(again).toEqual({ ...first, file: { ...first.file, matchedAt }, isRepeat: true });
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
    const bytes = writeCamt({ iban, amounts: ['1.00'], before: '<!DOCTYPE Document [<!ENTITY a "b">]>' });
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
      async () => ({ as: await createClient(service(), { role: 'operator', ipAllowlist: ['10.0.0.0/8'] }) }),
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
