import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { call, DEMO_BANK_ID, DEPOSIT, depositFields, hmac, MERCHANT, startTestService } from '../harness.ts';
import { banks, startBankService } from '../support/bank-service.ts';
import { BANK_WITH_ACCOUNT, BANKS_PATH, readiness, startWithRemoteBanks } from '../support/remote-banks.ts';
import { expectData, expectFailure } from '../support/responses.ts';

test('one instance reads its banks from another, with timed signs that the other one verifies', async () => {
  await using upstream = await startTestService();
  const env = { AVAILABLE_BANKS_APP_KEY: MERCHANT.appKey, AVAILABLE_BANKS_SECRET: MERCHANT.secret };
  await using service = await startWithRemoteBanks(
    { url: `${upstream.url}${BANKS_PATH}?type=deposit` },
    { env },
  );
  expect(await readiness(service)).toMatchObject({
    status: 200,
    banks: { detail: expect.stringMatching(/^fresh: /) },
  });
  expect(expectData(await call(service, BANKS_PATH))).toEqual(expectData(await call(upstream, BANKS_PATH)));
  await upstream.dependencies.db.run('updateBank', { bankId: DEMO_BANK_ID, changes: { active: false } });
  await service.bankRefresher!.refresh();
  expectFailure(await call(service, DEPOSIT, { body: depositFields() }), 'error_bank_not_found');
});

test('a wrong secret is reported without showing it', async () => {
  await using upstream = await startTestService();
  const env = { AVAILABLE_BANKS_APP_KEY: MERCHANT.appKey, AVAILABLE_BANKS_SECRET: 'not-the-secret' };
  const url = `${upstream.url}${BANKS_PATH}?token=in-the-url`;
  await using service = await startWithRemoteBanks({ url }, { env });
  const { status, banks: check } = await readiness(service);
  expect({ status, detail: check.detail }).toEqual({
    status: 503,
    detail: expect.stringMatching(/: it answered with status 403$/),
  });
  const messages = check.detail + service.logLines.join('');
  for (const secret of ['not-the-secret', 'in-the-url', upstream.url]) expect(messages).not.toContain(secret);
});

test('every request has its own timed sign over method and target, and the appKey', async () => {
  await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
  const env = { AVAILABLE_BANKS_APP_KEY: 'our-key', AVAILABLE_BANKS_SECRET: 'our-secret' };
  await using service = await startWithRemoteBanks(bankService, { env });
  await service.bankRefresher!.refresh();
  expect(bankService.requests).toHaveLength(2);
  for (const { method, target, headers } of bankService.requests) {
    expect([method, target, headers.appkey]).toEqual(['GET', '/banks?market=tr', 'our-key']);
    const [, seconds] = /^t=(\d+),v1=/.exec(String(headers.sign)) ?? [];
    expect(headers.sign).toBe(`t=${seconds},v1=${hmac('our-secret', `${seconds}.GET./banks?market=tr.`)}`);
  }
});

test('without a key requests are not signed', async () => {
  await using bankService = await startBankService(banks(BANK_WITH_ACCOUNT));
  await using _service = await startWithRemoteBanks(bankService);
  const [request] = bankService.requests;
  expect([request?.headers.appkey, request?.headers.sign]).toEqual([undefined, undefined]);
});

test.each([
  [
    { AVAILABLE_BANKS_URL: 'https://user:pw@banks.example.com' },
    /^AVAILABLE_BANKS_URL must hold no user name/,
  ],
  [{ AVAILABLE_BANKS_URL: 'banks.example.com' }, /^AVAILABLE_BANKS_URL must be an http or https URL\.$/],
  [
    { AVAILABLE_BANKS_URL: 'ftp://banks.example.com' },
    /^AVAILABLE_BANKS_URL must be an http or https URL\.$/,
  ],
  [{ AVAILABLE_BANKS_REFRESH: '25h' }, /^AVAILABLE_BANKS_REFRESH must be at most 1d\.$/],
  [
    { AVAILABLE_BANKS_APP_KEY: 'two\nlines', AVAILABLE_BANKS_SECRET: 's' },
    /^AVAILABLE_BANKS_APP_KEY must be 1 to 128/,
  ],
  [
    { AVAILABLE_BANKS_APP_KEY: 'key' },
    /^AVAILABLE_BANKS_APP_KEY and AVAILABLE_BANKS_SECRET must be given together\.$/,
  ],
])('%j stops the start with one line', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(line);
});

test('the URL is kept to its last character: a slash at its end may be part of the route', () => {
  const { availableBanks } = readConfig({ AVAILABLE_BANKS_URL: 'https://banks.example.com/list/' });
  expect(availableBanks?.url).toBe('https://banks.example.com/list/');
});
