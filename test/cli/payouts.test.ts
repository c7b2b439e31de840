import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN,
  createClock,
  DEMO_BANK_ID,
  type Json,
  MERCHANT,
  OPERATOR,
  temporaryFolder,
} from '../harness.ts';
import { cliJson, runCli } from '../support/cli.ts';
import { createAccount } from '../support/entities.ts';
import { type ManualClockService, startManualClockService } from '../support/manual-clock-service.ts';
import { payment, reason, statusFile } from '../support/payouts/pain002-texts.ts';
import { expectData } from '../support/responses.ts';

let service: ManualClockService;
let accountId: string;
const files = temporaryFolder();
beforeAll(async () => {
  service = await startManualClockService({ clock: createClock(Date.now()) });
  accountId = (await createAccount(service, { bankId: DEMO_BANK_ID })).id;
});
afterAll(async () => {
  await service.stop();
  files[Symbol.dispose]();
});

const run = (...words: readonly string[]) => runCli(words, { databasePath: service.databasePath });
const pathOf = (name: string) => join(files.path, name);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function prepare(): Promise<Json> {
  const { transactionId } = await service.withdraw(MERCHANT, { accountName: 'Şükrü Öz' });
  const body = JSON.stringify({ transactionIds: [transactionId], accountId });
  return expectData(
    await service.ask('/v1/payouts', { as: OPERATOR, body, contentType: 'application/json' }),
  );
}

async function approve({ payoutId, contentHash }: Json): Promise<Json> {
  const body = JSON.stringify({ contentHash });
  const target = `/v1/payouts/${payoutId}/approve`;
  return expectData(await service.ask(target, { as: ADMIN, body, contentType: 'application/json' }));
}

describe('payouts', () => {
  test('are listed and shown', async () => {
    const { payoutId, number, rows } = await approve(await prepare());
    const listed = await run('payouts', 'list', '--state', 'approved');
    expect(listed.stdout).toContain(payoutId);
    const { stdout } = await run('payouts', 'show', payoutId);
    for (const text of [payoutId, String(number), rows[0].iban, 'Şükrü Öz', 'demo admin'])
      expect(stdout.toLowerCase()).toContain(text.toLowerCase());
  });

  test('are exported to a file that only its owner can read', async () => {
    const { payoutId } = await approve(await prepare());
    const path = pathOf('exported.xml');
    const { code, stdout } = await run('payouts', 'export', payoutId, path);
    const bytes = readFileSync(path);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Wrote ${path}.\nSHA-256: ${sha256(bytes)}\n` });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(bytes.toString()).toContain('<Nm>Sukru Oz</Nm>');
    const { state } = await cliJson(service.databasePath, 'payouts', 'show', payoutId);
    expect(state).toBe('exported');
  });

  test('are exported to the same file again', async () => {
    const { payoutId } = await approve(await prepare());
    const path = pathOf('again.xml');
    await run('payouts', 'export', payoutId, path);
    const { code, stdout } = await run('payouts', 'export', payoutId, path);
    expect(code).toBe(0);
    expect(stdout).toContain('has these bytes already');
    await run('payouts', 'export', payoutId, pathOf('copy.xml'));
    expect(readFileSync(pathOf('copy.xml'))).toEqual(readFileSync(path));
  });

  test('overwrite no other file, and are not exported then', async () => {
    const { payoutId } = await approve(await prepare());
    const path = pathOf('other.xml');
    writeFileSync(path, 'something else');
    const { code, stderr } = await run('payouts', 'export', payoutId, path);
    expect(code).toBe(2);
    expect(stderr).toContain('There is another file of this name already');
    expect(readFileSync(path, 'utf8')).toBe('something else');
    const { state } = await cliJson(service.databasePath, 'payouts', 'show', payoutId);
    expect(state).toBe('approved');
  });

  test('overwrite no other file after the export', async () => {
    const { payoutId } = await approve(await prepare());
    await run('payouts', 'export', payoutId, pathOf('first.xml'));
    const path = pathOf('taken.xml');
    writeFileSync(path, 'something else');
    expect((await run('payouts', 'export', payoutId, path)).code).toBe(2);
    expect(readFileSync(path, 'utf8')).toBe('something else');
  });

  test('that nobody has approved have no file', async () => {
    const { payoutId } = await prepare();
    const { code, stderr } = await run('payouts', 'export', payoutId, pathOf('early.xml'));
    expect(code).toBe(1);
    expect(stderr).toContain('is prepared, and has no file');
  });

  test('are not approved here, where nobody is known', async () => {
    const { payoutId } = await prepare();
    expect((await run('payouts', 'approve', payoutId)).code).toBe(2);
  });
});

test('the answer of a bank is imported like a statement, and says what it has changed', async () => {
  const { payoutId, number } = await approve(await prepare());
  await run('payouts', 'export', payoutId, pathOf('answered.xml'));
  const id = `P${String(number).padStart(9, '0')}`;
  const refused = `<TxInfAndSts><OrgnlEndToEndId>${id}-000001</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reason('AC04')}</TxInfAndSts>`;
  const unknown = `<TxInfAndSts><OrgnlEndToEndId>${id}-000009</OrgnlEndToEndId><TxSts>ACSC</TxSts></TxInfAndSts>`;
  const answer = pathOf('answer.xml');
  writeFileSync(answer, statusFile({ original: id, payments: payment(refused + unknown, `${id}-G0001`) }));
  expect(await run('statements', 'import', answer)).toMatchObject({
    code: 0,
    stdout: `${answer}: the answer to batch ${number}: 0 accepted, 0 held, 1 refused\n  changed nothing: unknown_payout ${id}-000009 ACSC\n`,
  });
  expect((await run('statements', 'import', answer)).stdout).toContain('was imported before');
  expect((await run('payouts', 'show', payoutId)).stdout).toMatch(/refused +\S.*account/i);
});

describe('payout profiles', () => {
  const PROFILE = {
    id: 'sea-bank',
    title: 'Sea Bank',
    format: 'csv',
    characters: 'latin',
    encoding: 'windows-1254',
    columns: [
      { header: 'IBAN', value: 'iban' },
      { header: 'Alıcı', value: 'name' },
      { header: 'Tutar', value: 'amount' },
    ],
  };

  test('are tried, saved, chosen for an account, and used for its files', async () => {
    writeFileSync(pathOf('sea-bank.json'), JSON.stringify(PROFILE));
    const example = pathOf('example.csv');
    const tried = await run('payout-profiles', 'try', pathOf('sea-bank.json'), example);
    expect(tried.stdout).toContain('IBAN;Alıcı;Tutar');
    expect(new TextDecoder('windows-1254').decode(readFileSync(example))).toContain('Çağrı Öğütçü');
    expect((await run('payout-profiles', 'list')).stdout).not.toContain('sea-bank');

    expect((await run('payout-profiles', 'save', pathOf('sea-bank.json'))).code).toBe(0);
    expect((await run('payout-profiles', 'list')).stdout).toMatch(/sea-bank +Sea Bank +an admin/);
    const chosen = await run('payouts', 'account', accountId, '--profile', 'sea-bank', '--bic', 'TCZBTR2A');
    expect(chosen.stdout).toMatch(/sea-bank +TCZBTR2A\n$/);
    const { payoutId } = await approve(await prepare());
    await run('payouts', 'export', payoutId, pathOf('file.csv'));
    const text = new TextDecoder('windows-1254').decode(readFileSync(pathOf('file.csv')));
    expect(text).toMatch(/^IBAN;Alıcı;Tutar\r\n\w+;Şükrü Öz;500,00\r\n$/);

    expect((await run('payout-profiles', 'remove', 'sea-bank')).code).toBe(1);
    await run('payouts', 'account', accountId, '--profile', 'none', '--bic', 'none');
    expect((await run('payout-profiles', 'remove', 'sea-bank')).code).toBe(0);
  });

  test('that are wrong name the field', async () => {
    writeFileSync(pathOf('wrong.json'), JSON.stringify({ ...PROFILE, encoding: 'latin5' }));
    const { code, stderr } = await run('payout-profiles', 'save', pathOf('wrong.json'));
    expect(code).toBe(1);
    expect(stderr).toContain('profile.encoding must be one of utf-8, windows-1254. It is "latin5".');
  });

  test('are printed as JSON that can be saved again', async () => {
    const { stdout } = await run('payout-profiles', 'show', 'sepa');
    expect(JSON.parse(stdout)).toMatchObject({ id: 'sepa', serviceLevel: 'SEPA', charges: 'SLEV' });
  });
});
