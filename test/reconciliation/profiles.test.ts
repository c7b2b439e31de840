import { expect, test } from 'vitest';
import { ADMIN, call, type Json, OPERATOR } from '../harness.ts';
import { rowsOf } from '../support/audit.ts';
import { expectData, expectFailure } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const PROFILE = {
  id: 'sea-bank',
  title: 'Sea Bank',
  decimal: 'comma',
  dates: ['dd.mm.yyyy'],
  defaultCurrency: 'TRY',
  columns: { date: ['Gün'], amount: ['Para'], description: ['Not'], ownIban: ['Kendi IBAN'] },
  direction: { kind: 'signed' },
  senders: [{ kind: 'field', separator: '*', index: 1 }],
};
const CSV = 'Kendi IBAN;Gün;Para;Not\nTR640099900000999000001001;22.11.2026;1.234,50;EFT*ADA KAYA*x\n';

const ask = (path: string, body?: Json, as = ADMIN) =>
  call(service(), path, {
    sign: 'timed',
    as,
    ...(body && { method: 'POST', body: JSON.stringify(body), contentType: 'application/json' }),
  });
const save = (profile: unknown) => ask('/v1/statement-profiles', { profile: JSON.stringify(profile) });
const preview = async (content: string) =>
  expectData(await ask('/v1/statements/text/preview', { name: 'a.csv', content, isPasted: false }, OPERATOR));

test('a profile that an admin saves reads the files of its bank from then on, until it is removed', async () => {
  const before = await preview(CSV);
  expect(before.problems).toMatchObject([{ code: 'unknown-columns' }]);
  const rows = await rowsOf(service().databasePath, async () => expectData(await save(PROFILE)));
  expect(rows).toMatchObject([{ operation: 'saveBankProfile', target_id: 'sea-bank', actor: ADMIN.appKey }]);
  const read = await preview(CSV);
  expect(read).toMatchObject({ profileId: 'sea-bank', problems: [], lineCount: 1, newCount: 1 });
  expect(read.lines).toMatchObject([
    { amount: 1234.5, direction: 'credit', counterpartyName: 'ADA KAYA', bookingDate: '2026-11-22' },
  ]);
  expect(read.columns).toContainEqual({ name: 'Para', role: 'amount' });
  expectData(await ask('/v1/statement-profiles/sea-bank/remove', {}));
  expect((await preview(CSV)).problems).toMatchObject([{ code: 'unknown-columns' }]);
});

test('columns that fit two profiles are read by neither, and the problem names both', async () => {
  expectData(await save(PROFILE));
  expectData(await save({ ...PROFILE, id: 'lake-bank', title: 'Lake Bank' }));
  const { problems, lines } = await preview(CSV);
  expect(problems).toHaveLength(1);
  expect(problems[0].message).toMatch(/Lake Bank, Sea Bank.*choose/);
  expect(lines).toEqual([]);
  const chosen = { name: 'a.csv', content: CSV, isPasted: false, profileId: 'lake-bank' };
  const read = expectData(await ask('/v1/statements/text/preview', chosen, OPERATOR));
  expect(read).toMatchObject({ profileId: 'lake-bank', problems: [], lineCount: 1 });
});

test('a profile of the service is neither changed nor removed, and can be copied', async () => {
  const { profile } = expectData(await ask('/v1/statement-profiles/akbank'));
  const refused = expectFailure(await save(JSON.parse(profile)), 'error_validation');
  expect(refused.fields).toMatchObject([{ path: 'profile.id' }]);
  expect((await ask('/v1/statement-profiles/akbank/remove', {})).status).toBe(400);
  const copy = { ...JSON.parse(profile), id: 'my-akbank', title: 'My Akbank' };
  expect(expectData(await save(copy))).toMatchObject({ profileId: 'my-akbank', isBuiltIn: false });
});

test('a saved profile is found and reads again, whatever letters its words have', async () => {
  const id = 'letters-bank';
  const columns = { ...PROFILE.columns, amount: ['Betrag ß ﬃ TRY EUR'], description: [' Not  é '] };
  const words = { creditWords: [' Çıkan '], debitWords: ['Gıren ', 'ß'] };
  expectData(await save({ ...PROFILE, ...words, id, columns }));
  const content = 'Kendi IBAN;Gün;Betrag ß ﬃ TRY EUR;Not é\nTR640099900000999000001001;22.11.2026;1,00;x\n';
  const chosen = { name: 'a.csv', content, isPasted: false, profileId: id };
  const read = expectData(await ask('/v1/statements/text/preview', chosen, OPERATOR));
  expect(read).toMatchObject({ profileId: id, lineCount: 1 });
  const kept = expectData(await ask(`/v1/statement-profiles/${id}`)).profile;
  expect(expectData(await save(JSON.parse(kept))).profile).toBe(kept);
  expectData(await ask(`/v1/statement-profiles/${id}/remove`, {}));
});

test.each([
  ['no JSON', '{"id":', 'profile'],
  ['another field', JSON.stringify({ ...PROFILE, pattern: '(a+)+$' }), 'profile'],
  ['a wrong sign', JSON.stringify({ ...PROFILE, decimal: 'dot' }), 'profile.decimal'],
  ['no amount', JSON.stringify({ ...PROFILE, columns: { date: ['Gün'] } }), 'profile.columns.amount'],
  [
    'one name for two columns',
    JSON.stringify({ ...PROFILE, columns: { ...PROFILE.columns, amount: ['Gün'] } }),
    'profile.columns.amount',
  ],
  ['a word of nothing', JSON.stringify({ ...PROFILE, pendingWords: [' '] }), 'profile.pendingWords.0'],
  [
    'one word twice',
    JSON.stringify({ ...PROFILE, creditWords: ['A'], debitWords: ['a'] }),
    'profile.debitWords',
  ],
])('a profile with %s is refused, and the field is named', async (_what, profile, path) => {
  const response = await ask('/v1/statement-profiles', { profile });
  const { fields } = expectFailure(response, 'error_validation');
  expect(fields.map((field: Json) => field.path)).toContain(path);
});

test('a sample without a profile shows its columns, with what each probably holds', async () => {
  const read = async (content: string) =>
    expectData(await ask('/v1/statement-profiles/try', { content })).sample;
  const rolesOf = ({ columns }: Json) => columns.map(({ name, role }: Json) => [name, role]);
  const lines = 'Hesap özeti\nTarih;Gün;Tutar (TL);Açıklama;Açıklama;Açıklama2\n22.11.2026;;5,00;kira;ev;x\n';
  const sample = await read(lines);
  expect(rolesOf(sample)).toEqual([
    ['Tarih', 'date'],
    ['Gün', null],
    ['Tutar (TL)', 'amount'],
    // Nobody knows which of two columns of one name is meant.
    ['Açıklama', null],
    ['Açıklama', null],
    ['Açıklama2', 'description'],
  ]);
  expect(sample.columns[2]).toMatchObject({ key: 'TUTAR', example: '5,00' });
  expect(sample).toMatchObject({ isPasted: false, fittingIds: [] });
  const pasted = await read('Gün   Para   Karşı taraf\n22.11.2026   5,00   Ada Kaya\n');
  expect(pasted.columns.map(({ name }: Json) => name)).toEqual(['Gün', 'Para', 'Karşı taraf']);
  expect(pasted.isPasted).toBe(true);
  expect((await read('22.11.2026;500,00;Ada Kaya')).columns).toEqual([]);
  const akbank = await read('Tarih;Saat;Tutar;Bakiye;Açıklama;Fiş/Dekont No\n');
  expect(akbank.fittingIds).toContain('akbank');
});

test('a sample shows how a profile reads it, with problems by place, and keeps neither', async () => {
  const sample = { profile: JSON.stringify({ ...PROFILE, id: 'tried' }), content: `${CSV};23.11.2026;x;y\n` };
  const tried = expectData(await ask('/v1/statement-profiles/try', { ...sample, isPasted: false }));
  expect(tried).toMatchObject({ lineCount: 1, problems: [{ code: 'bad-amount', place: 'row 3' }] });
  expect(tried.columns.map(({ role }: Json) => role)).toEqual(['ownIban', 'date', 'amount', 'description']);
  const listed = expectData(await ask('/v1/statement-profiles'));
  expect(listed.map(({ profileId }: Json) => profileId)).not.toContain('tried');
});
