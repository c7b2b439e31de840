import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { READ_LIMITS } from '../../src/reconciliation/domain/statement.ts';
import { csvRows } from '../../src/statements/csv-rows.ts';
import { xlsxSheets } from '../../src/statements/xlsx-rows.ts';
import { ADMIN, type Json, MERCHANT, OPERATOR } from '../harness.ts';
import { rowsOf } from '../support/audit.ts';
import { createClient } from '../support/entities.ts';
import { usePayouts } from '../support/payouts/desk.ts';
import { elements } from '../support/payouts/payout-batch.ts';
import { expectData, expectFailure, expectInvalid } from '../support/responses.ts';

const { service, accountId, changeAccount, post: ask, approved: approvedOf, decide } = usePayouts();
beforeEach(changeAccount);

const read = (path: string) => service().ask(path);
const save = (profile: unknown, as = ADMIN) =>
  ask('/v1/payout-profiles', { profile: JSON.stringify(profile) }, as);
const tryOut = (profile: unknown) =>
  ask('/v1/payout-profiles/try', { profile: JSON.stringify(profile) }, ADMIN);
const remove = (id: string) => ask(`/v1/payout-profiles/${id}/remove`, {}, ADMIN);
const choose = (changes: Json, as = ADMIN) => ask(`/v1/payout-accounts/${accountId()}`, changes, as);

/** A batch that was approved, of two payees with Turkish names. */
async function approved(): Promise<Json> {
  const transactionIds: string[] = [];
  for (const accountName of ['Şükrü Çağlayangil', 'İpek ĞÜNEŞ'])
    transactionIds.push((await service().withdraw(MERCHANT, { accountName })).transactionId);
  return approvedOf(transactionIds);
}

const exportIt = (batch: Json, more: Json = {}) => decide('export', batch, OPERATOR, more);
const bytesOf = ({ base64 }: Json) => Buffer.from(base64, 'base64');

const CSV = {
  id: 'sea-bank',
  title: 'Sea Bank',
  format: 'csv',
  characters: 'latin',
  encoding: 'windows-1254',
  columns: [
    { header: 'IBAN', value: 'iban' },
    { header: 'Alıcı Adı', value: 'name' },
    { header: 'Tutar', value: 'amount' },
    { header: 'İşlem Türü', value: 'constant', constant: 'FAST' },
  ],
};
const XLSX = {
  id: 'lake-bank',
  title: 'Lake Bank',
  format: 'xlsx',
  characters: 'latin',
  columns: CSV.columns,
  sheet: 'Ödemeler',
};

describe('a profile that an admin saves', () => {
  test('is listed and read by operators, behind those of the service', async () => {
    expect(expectData(await save(CSV))).toMatchObject({ profileId: 'sea-bank', isBuiltIn: false });
    const listed = expectData(await read('/v1/payout-profiles'));
    expect(listed.map((one: Json) => one.profileId)).toEqual(['iso20022', 'sepa', 'sepa-2009', 'sea-bank']);
    const { profile } = expectData(await read('/v1/payout-profiles/sea-bank'));
    expect(JSON.parse(profile)).toMatchObject({ ...CSV, delimiter: ';', decimal: 'comma' });
  });

  test('says the same when what was read is saved again', async () => {
    const { profile } = expectData(await save(CSV));
    expect(expectData(await save(JSON.parse(profile))).profile).toBe(profile);
  });

  test('is in the audit log with what it was before', async () => {
    expectData(await save(CSV));
    const rows = await rowsOf(service().databasePath, async () =>
      expectData(await save({ ...CSV, title: 'Deep Sea Bank' })),
    );
    expect(rows).toMatchObject([
      { operation: 'savePayoutProfile', target_kind: 'payoutProfile', target_id: 'sea-bank' },
    ]);
    expect(JSON.parse(String(rows[0]?.before_json)).title).toBe('Sea Bank');
  });

  test('is not a profile of statements', async () => {
    expectData(await save(CSV));
    expectInvalid(await read('/v1/statement-profiles/sea-bank'), 'profileId');
  });

  test('is removed', async () => {
    expectData(await save(CSV));
    expectData(await remove('sea-bank'));
    expectInvalid(await read('/v1/payout-profiles/sea-bank'), 'profileId');
    expectInvalid(await remove('sea-bank'), 'profileId');
  });

  test('has no id of the service', async () => {
    const { fields } = expectFailure(await save({ ...CSV, id: 'sepa' }), 'error_validation');
    expect(fields).toMatchObject([{ path: 'profile.id', code: 'built_in' }]);
    expectInvalid(await remove('sepa'), 'profileId');
  });

  test('is not saved by operators', async () => {
    expectFailure(await save(CSV, OPERATOR), 'not_authorized');
  });

  test('names each field that is wrong, with the cure and what was given', async () => {
    const wrong = { ...CSV, encoding: 'latin5', columns: CSV.columns.slice(0, 2) };
    const { fields } = expectFailure(await save(wrong), 'error_validation');
    expect(fields.map(({ path }: Json) => path)).toEqual(['profile.columns', 'profile.encoding']);
    expect(fields[0].message).toContain('must have a column with the value amount. Add one');
    expect(fields[1].message).toContain('must be one of utf-8, windows-1254. It is "latin5".');
  });

  test.each([
    ['header', { header: 'DE89 3704 0044 0532 0130 00', value: 'text' }],
    ['constant', { header: 'To', value: 'constant', constant: 'pay: de89-3704 0044.0532013000!' }],
  ])('holds no IBAN in a %s', async (field, column) => {
    const { fields } = expectFailure(
      await save({ ...CSV, columns: [...CSV.columns, column] }),
      'error_validation',
    );
    expect(fields.map(({ path }: Json) => path)).toEqual([`profile.columns.4.${field}`]);
  });

  test.each(['no', '[]', 'null', '"text"'])('is one JSON object, and not %s', async (profile) => {
    const { fields } = expectFailure(
      await ask('/v1/payout-profiles', { profile }, ADMIN),
      'error_validation',
    );
    expect(fields[0].path).toMatch(/^profile/);
  });
});

describe('an example file', () => {
  test('has three payouts in the letters of the bank, and keeps nothing', async () => {
    const tried = expectData(await tryOut({ ...CSV, id: 'tried' }));
    expect(tried).toMatchObject({
      name: 'P000000042.csv',
      mediaType: 'text/csv; charset=windows-1254',
      sha256: createHash('sha256').update(bytesOf(tried)).digest('hex'),
    });
    expect(tried.text.split('\r\n')).toEqual([
      'IBAN;Alıcı Adı;Tutar;İşlem Türü',
      'TR330006100519786457841326;Ayşe Yılmaz;1250,50;FAST',
      "DE89370400440532013000;İbrahim Çağrı Öğütçü & O'Neill;0,07;FAST",
      'NO9386011117947;ŞÜKRÜ GÜNGÖR İNŞAAT A.Ş.;1234567,89;FAST',
      '',
    ]);
    expect(new TextDecoder('windows-1254').decode(bytesOf(tried))).toBe(tried.text);
    expectInvalid(await read('/v1/payout-profiles/tried'), 'profileId');
  });

  test('is a spreadsheet, which has no text', async () => {
    const tried = expectData(await tryOut(XLSX));
    expect(tried).toMatchObject({
      name: 'P000000042.xlsx',
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      text: null,
    });
    const [sheet] = xlsxSheets(bytesOf(tried), READ_LIMITS);
    const cells = [...(sheet ?? [])].map((row) => row.cells.map(({ text }) => text));
    expect(cells[0]).toEqual(CSV.columns.map(({ header }) => header));
    expect(cells).toHaveLength(4);
  });

  test.each([
    { format: 'pain.001.001.09', agent: 'bic', priority: 'HIGH', batchBooking: true, charges: 'SHAR' },
    { format: 'pain.001.001.03', serviceLevel: 'SEPA', charges: 'SLEV', maxRowsPerGroup: 2 },
  ] as const)('is XML: %o', async (given) => {
    const tried = expectData(await tryOut({ id: 'tried', title: 'Tried', ...given }));
    expect(tried.mediaType).toBe('application/xml');
    expect(tried.text).toBe(bytesOf(tried).toString());
  });

  test('is not written by a wrong profile', async () => {
    expectFailure(await tryOut({ ...CSV, delimiter: ',' }), 'error_validation');
  });
});

describe('the profile of an account', () => {
  test('is what its files are exported by', async () => {
    expectData(await save(CSV));
    expect(expectData(await choose({ profileId: 'sea-bank' }))).toMatchObject({
      accountId: accountId(),
      profileId: 'sea-bank',
      bic: null,
    });
    const batch = await approved();
    const file = expectData(await exportIt(batch));
    expect(file).toMatchObject({
      name: `P${String(batch.number).padStart(9, '0')}.csv`,
      mediaType: 'text/csv; charset=windows-1254',
    });
    const rows = [...csvRows(bytesOf(file), ';', READ_LIMITS)].map(({ cells }) => cells[1]?.text);
    expect(rows).toEqual(['Alıcı Adı', ...batch.rows.map((row: Json) => row.accountName)]);
  });

  test('gives way to the one that the export asks for', async () => {
    expectData(await choose({ profileId: 'sepa' }));
    const batch = await approved();
    // SEPA has no lira.
    expectInvalid(await exportIt(batch), 'payoutId');
    const file = expectData(await exportIt(batch, { profile: 'iso20022' }));
    expect(file.mediaType).toBe('application/xml');
  });

  test('names the bank by the BIC of the account', async () => {
    const profile = { id: 'bic-bank', title: 'BIC Bank', agent: 'bic' };
    expectData(await save(profile));
    expectData(await choose({ profileId: 'bic-bank' }));
    const batch = await approved();
    const { fields } = expectFailure(await exportIt(batch), 'error_validation');
    expect(fields[0].message).toContain('names the paying bank by its BIC, and the account has none. Add it');
    expectData(await choose({ bic: 'TCZBTR2AXXX' }));
    const xml = bytesOf(expectData(await exportIt(batch))).toString();
    expect(elements(xml, 'BICFI')).toEqual(['TCZBTR2AXXX']);
  });

  test('is listed for operators, who do not choose it', async () => {
    expectData(await choose({ profileId: 'sepa-2009', bic: 'TCZBTR2A' }));
    const accounts = expectData(await read('/v1/payout-accounts'));
    expect(accounts).toContainEqual(
      expect.objectContaining({ accountId: accountId(), profileId: 'sepa-2009', bic: 'TCZBTR2A' }),
    );
    expectFailure(await choose({ profileId: null }, OPERATOR), 'not_authorized');
  });

  test('is taken away by null, which leaves the BIC', async () => {
    expectData(await choose({ profileId: 'sepa', bic: 'TCZBTR2A' }));
    expect(expectData(await choose({ profileId: null }))).toMatchObject({ profileId: null, bic: 'TCZBTR2A' });
    expect(expectData(await exportIt(await approved())).mediaType).toBe('application/xml');
  });

  test('is in the audit log of the account', async () => {
    const rows = await rowsOf(service().databasePath, async () =>
      expectData(await choose({ profileId: 'sepa' })),
    );
    expect(rows).toMatchObject([
      {
        operation: 'updatePayoutAccount',
        target_kind: 'account',
        target_id: accountId(),
        before_json: '{"payoutProfile":null,"bic":null}',
        after_json: '{"payoutProfile":"sepa","bic":null}',
      },
    ]);
  });

  test.each([
    ['an unknown profile', { profileId: 'none' }, 'profileId'],
    ['a wrong BIC', { bic: 'tczbtr2a' }, 'bic'],
  ])('is refused for %s', async (_, changes, field) => {
    expectInvalid(await choose(changes), field);
  });

  test('is refused for an unknown account', async () => {
    expectInvalid(await ask('/v1/payout-accounts/none', { profileId: 'sepa' }, ADMIN), 'accountId');
  });

  test('is not removed while the account uses it', async () => {
    expectData(await save({ ...CSV, id: 'used-bank' }));
    expectData(await choose({ profileId: 'used-bank' }));
    const { fields } = expectFailure(await remove('used-bank'), 'error_validation');
    expect(fields).toMatchObject([
      { path: 'profileId', code: 'profile_in_use', params: { accountId: accountId() } },
    ]);
    expectData(await choose({ profileId: 'sepa' }));
    expectData(await remove('used-bank'));
  });
});

describe('a batch waits for its approvals again', () => {
  /** Tries the export, approves once more, and exports. */
  async function expectAskedAgain(batch: Json): Promise<void> {
    const { payoutId, contentHash } = batch;
    expectFailure(await exportIt(batch), 'error_stale_sequence');
    expect(expectData(await read(`/v1/payouts/${payoutId}`))).toMatchObject({
      state: 'prepared',
      contentHash,
      approvals: [],
    });
    expectData(await decide('approve', batch, ADMIN));
    expectData(await exportIt(batch));
  }

  test('where its profile was changed since', async () => {
    expectData(await save(XLSX));
    expectData(await choose({ profileId: 'lake-bank' }));
    const batch = await approved();
    expectData(await save({ ...XLSX, sheet: 'Another' }));
    await expectAskedAgain(batch);
  });

  test.each([
    ['where its profile was', () => save({ ...XLSX, sheet: 'Third' })],
    ['where the profile of its account was', () => choose({ profileId: 'iso20022' })],
  ])('%s changed between the writing of the file and an approval', async (_, change) => {
    expectData(await save(XLSX));
    expectData(await choose({ profileId: 'lake-bank' }));
    const batch = await approved();
    const third = await createClient(service(), { role: 'operator', name: `Third ${batch.payoutId}` });
    const { db } = service().dependencies;
    const { run } = db;
    const between = async () => {
      db.run = run;
      expectData(await change());
      expectData(await decide('approve', batch, third));
    };
    // The file is written before the command that stores it.
    db.run = (name, input) => between().then(() => run(name, input));
    await expectAskedAgain(batch);
  });

  test('where its account uses another profile since', async () => {
    const batch = await approved();
    expectData(await choose({ profileId: 'sepa' }));
    expectData(await choose({ profileId: null }));
    await expectAskedAgain(batch);
  });
});

test('an export by a profile of another version says that it is to be saved again', async () => {
  const profile = { id: 'old-bank', title: 'Old Bank', json: '{"id":"old-bank","format":"dtaus"}' };
  await service().dependencies.db.run('saveBankProfile', { kind: 'payout', profile });
  const { fields } = expectFailure(
    await exportIt(await approved(), { profile: 'old-bank' }),
    'error_validation',
  );
  expect(fields[0].path).toBe('profile');
  expect(fields[0].message).toContain('which this version cannot use. Save it again');
});

test('a profile that is removed while an account chooses it is either removed or chosen', async () => {
  for (let round = 0; round < 5; round += 1) {
    expectData(await save({ ...CSV, id: 'raced-bank' }));
    expectData(await choose({ profileId: 'iso20022' }));
    const outcomes = await Promise.all([choose({ profileId: 'raced-bank' }), remove('raced-bank')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
    const isListed = (await read('/v1/payout-profiles/raced-bank')).status === 200;
    const accounts = expectData(await read('/v1/payout-accounts'));
    const { profileId } = accounts.find((one: Json) => one.accountId === accountId());
    expect(profileId).toBe(isListed ? 'raced-bank' : 'iso20022');
  }
});
