import { gzipSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { call, DEMO_BANK_ID, DEPOSIT, depositFields, hmac, MERCHANT, startTestService } from '../harness.ts';
import {
  BANK,
  type Behaviour,
  banks,
  envelope,
  flood,
  reply,
  startBankService,
} from '../support/bank-service.ts';
import { cutShort, dripBody, hang, reset, respondWithoutHttp } from '../support/misbehaving-receivers.ts';
import { BANK_WITH_ACCOUNT, BANKS_PATH, readiness, startWithRemoteBanks } from '../support/remote-banks.ts';
import { openDirectory } from '../support/remote-directory.ts';
import { expectData, expectFailure } from '../support/responses.ts';

const NEVER = new AbortController().signal;

describe('available banks', () => {
  const MIB = 1024 * 1024;
  const GENERAL = { minAmountMinor: 1, maxAmountMinor: 100_000_000_000 };

  const manyBanks = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ _id: `bank-${index}`, name: 'B' }));

  const padTo = (bytes: number) => {
    const text = envelope([BANK]);
    return text + ' '.repeat(bytes - text.length);
  };

  test.each([
    ['an envelope', envelope([BANK])],
    ['a bare array', JSON.stringify([BANK])],
  ])('banks are read from %s, limits in minor units, null as not offered', async (_form, body) => {
    await using service = await startBankService(reply(body));
    await using rig = await openDirectory(service.url);
    expect(await rig.directory.refresh(NEVER)).toEqual({ kind: 'refreshed' });
    const bank = {
      id: BANK._id,
      name: 'Remote Bank',
      active: true,
      deposit: { minAmountMinor: 1000, maxAmountMinor: 500_050 },
      withdrawal: null,
    };
    expect(await rig.directory.find(BANK._id)).toEqual(bank);
    expect(await rig.directory.list()).toEqual([bank]);
    expect(await rig.directory.find('another')).toBe('missing');
  });

  test('missing limits mean the general ones, a missing active means true, and unknown fields are ignored', async () => {
    const plain = { _id: 'plain', name: 'Plain', currency: 'TRY', logo: { url: 'x' } };
    const closed = { _id: 'closed', name: 'Closed', deposit: null, active: false };
    await using service = await startBankService(banks(plain, closed));
    await using rig = await openDirectory(service.url);
    await rig.directory.refresh(NEVER);
    expect(await rig.directory.list()).toEqual([
      { id: 'plain', name: 'Plain', active: true, deposit: GENERAL, withdrawal: GENERAL },
      { id: 'closed', name: 'Closed', active: false, deposit: null, withdrawal: GENERAL },
    ]);
  });

  test.each([
    ['5,000 banks', reply(JSON.stringify(manyBanks(5000))), 5000],
    ['a response of 1 MiB', reply(padTo(MIB)), 1],
    [
      'a compressed response',
      reply(gzipSync(envelope([BANK])), {
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      }),
      1,
    ],
  ])('%s is taken', async (_what, behaviour, count) => {
    await using service = await startBankService(behaviour);
    await using rig = await openDirectory(service.url);
    expect(await rig.directory.refresh(NEVER)).toEqual({ kind: 'refreshed' });
    expect(await rig.directory.list()).toHaveLength(count);
  });

  const html = { headers: { 'content-type': 'text/html' } };
  const gzip = { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
  const elsewhere = { status: 302, headers: { location: '/banks', 'content-type': 'application/json' } };

  /** Nothing comes by then, and nothing would come later. */
  const TIME_LIMIT_MS = 50;

  const LATE = /^did not answer in full within 50 ms$/;
  const BROKEN = /^failed with [A-Z_]+$/;
  const amountRule = 'must be a number from 0.01 to 1000000000 with at most two digits after the point';

  const MISBEHAVIOURS: readonly (readonly [string, Behaviour, string | RegExp])[] = [
    ['never responds', hang, LATE],
    ['responds with a byte at a time', dripBody, LATE],
    ['responds without end', flood, 'sent more than 1048576 bytes'],
    ['responds with 2 MiB', reply(padTo(2 * MIB)), 'sent more than 1048576 bytes'],
    ['responds with one byte over 1 MiB', reply(padTo(MIB + 1)), 'sent more than 1048576 bytes'],
    [
      'responds with 2 MiB, compressed',
      reply(gzipSync(padTo(2 * MIB)), gzip),
      'sent more than 1048576 bytes',
    ],
    ['responds with 500', reply(envelope([BANK]), { status: 500 }), 'answered with status 500'],
    ['responds with 201', reply(envelope([BANK]), { status: 201 }), 'answered with status 201'],
    ['redirects', reply('', elsewhere), 'answered with status 302'],
    [
      'responds with HTML',
      reply(envelope([BANK]), html),
      /^answered with another content-type than application\/json$/,
    ],
    [
      'responds without a content-type',
      reply(envelope([BANK]), { headers: {} }),
      /^answered with another content-type/,
    ],
    ['responds with an empty body', reply(''), 'sent a body that is not JSON'],
    ['responds with half of its JSON', reply(envelope([BANK]).slice(0, -20)), 'sent a body that is not JSON'],
    [
      'responds with Latin-1',
      reply(Buffer.from('[{"_id":"a","name":"Ş\xfc"}]', 'latin1')),
      'sent a body that is not UTF-8',
    ],
    ['responds with null', reply('null'), /^sent neither an array of banks nor an object/],
    [
      'responds with a failure with status 200',
      reply('{"data":null}'),
      /^sent neither an array of banks nor an object/,
    ],
    ['knows no bank', banks(), 'sent an empty list of banks'],
    ['has two banks of one _id', banks(BANK, { ...BANK, name: 'Twin' }), 'sent two banks with the same _id'],
    ['has 5,001 banks', reply(JSON.stringify(manyBanks(5001))), 'sent more than 5000 banks'],
    ['resets the connection', reset, BROKEN],
    ['ends the connection too early', cutShort, BROKEN],
    ['does not speak HTTP', respondWithoutHttp, 'answered with something that is not HTTP'],
    ['has an item that is no bank', banks(BANK, null), 'sent a malformed bank: [1] must be an object'],
    ['has a bank without _id', banks(BANK, { name: 'B' }), 'sent a malformed bank: [1]._id is required'],
    [
      'has an _id that is a number',
      banks({ ...BANK, _id: 7 }),
      'sent a malformed bank: [0]._id must be a string: in JSON, send it in quotes',
    ],
    [
      'has an _id that no request can name',
      banks({ ...BANK, _id: 'x'.repeat(129) }),
      /\[0\]\._id must have at most 128/,
    ],
    ['has a blank name', banks({ ...BANK, name: ' ' }), 'sent a malformed bank: [0].name must not be blank'],
    [
      'has limits that are text',
      banks({ ...BANK, deposit: '10-20' }),
      /\[0\]\.deposit must be null or an object/,
    ],
    [
      'has half a limit',
      banks({ ...BANK, deposit: { minAmount: 1 } }),
      'sent a malformed bank: [0].deposit.maxAmount is required',
    ],
    [
      'has limits upside down',
      banks({ ...BANK, deposit: { minAmount: 2, maxAmount: 1 } }),
      /deposit must have a minAmount/,
    ],
    [
      'has amounts of three decimals',
      banks({ ...BANK, deposit: { minAmount: 1.005, maxAmount: 2 } }),
      new RegExp(`minAmount ${amountRule}`),
    ],
    ['has an active that is text', banks({ ...BANK, active: 'no' }), /\[0\]\.active must be true or false/],
  ];

  test.each(MISBEHAVIOURS)(
    'a service that %s changes nothing: the last good list stays',
    async (_what, behaviour, reason) => {
      await using service = await startBankService(behaviour);
      await using rig = await openDirectory(
        service.url,
        reason === LATE ? { timeLimitMs: TIME_LIMIT_MS } : {},
      );
      await rig.giveCopy([BANK]);
      const before = await rig.directory.list();
      rig.advance(60_000);
      expect(await rig.directory.refresh(NEVER)).toEqual({ kind: 'failed' });
      if (reason !== LATE) expect(service.requests).toHaveLength(1);
      expect(await rig.directory.list()).toEqual(before);
      const { detail, ...health } = rig.directory.health();
      expect(health).toEqual({ source: 'remote', fresh: false, usable: true });
      const [list, why] = detail.split('; ');
      expect(list).toBe('stale: the list of banks was read at 2026-11-20T12:00:00.000Z');
      const [, since, saidReason] =
        /^the Available Banks service fails since (\S+): it (.*)$/.exec(why ?? '') ?? [];
      expect(since).toBe('2026-11-20T12:01:00.000Z');
      if (typeof reason === 'string') expect(saidReason).toBe(reason);
      else expect(saidReason).toMatch(reason);
    },
  );

  test('the body of a response with a wrong status is not read to its end, which may never come', async () => {
    await using service = await startBankService((request, response, delivery) => {
      response.statusCode = 500;
      flood(request, response, delivery);
    });
    await using rig = await openDirectory(service.url);
    await rig.directory.refresh(NEVER);
    expect(rig.directory.health().detail).toMatch(/ it answered with status 500$/);
    await expect.poll(() => service.openRequests()).toBe(0);
  });
});

describe('list copy', () => {
  const MINUTE_MS = 60_000;

  test('an unchanged list is stored again after 10 minutes only, a changed one at once', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    const writtenAtMs = async () => (await rig.copies.load(service.url))?.fetchedAtMs;
    const startMs = rig.nowMs();
    await rig.directory.refresh(NEVER);
    for (let minute = 1; minute < 10; minute += 1) {
      rig.advance(MINUTE_MS);
      await rig.directory.refresh(NEVER);
      expect(await writtenAtMs()).toBe(startMs);
    }
    rig.advance(MINUTE_MS);
    await rig.directory.refresh(NEVER);
    expect(await writtenAtMs()).toBe(startMs + 10 * MINUTE_MS);
    rig.advance(MINUTE_MS);
    service.behave(banks({ ...BANK, name: 'New Name' }));
    await rig.directory.refresh(NEVER);
    expect(await writtenAtMs()).toBe(startMs + 11 * MINUTE_MS);
  });

  test('a fresh list has its age in the detail, also when it was not stored again', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    await rig.directory.refresh(NEVER);
    rig.advance(MINUTE_MS);
    await rig.directory.refresh(NEVER);
    rig.advance(7_000);
    expect(rig.directory.health()).toEqual({
      source: 'remote',
      fresh: true,
      usable: true,
      detail: 'fresh: the list of banks was read from the Available Banks service 7 s ago',
    });
  });

  test('the copy survives a restart completely, and the restart does not store it again', async () => {
    const closed = { _id: 'closed', name: 'Kapalı "1"', deposit: null, active: false };
    await using service = await startBankService(banks(BANK, closed));
    await using rig = await openDirectory(service.url);
    const startMs = rig.nowMs();
    await rig.directory.refresh(NEVER);
    rig.advance(MINUTE_MS);
    const restarted = rig.reopen();
    await restarted.loadCopy();
    expect(await restarted.list()).toEqual(await rig.directory.list());
    expect(restarted.health()).toEqual({
      source: 'remote',
      fresh: false,
      usable: true,
      detail:
        'stale: the list of banks was read at 2026-11-20T12:00:00.000Z; ' +
        'the Available Banks service was not read since the start',
    });
    await restarted.refresh(NEVER);
    expect((await rig.copies.load(service.url))?.fetchedAtMs).toBe(startMs);
  });

  test.each([
    ['of another service', 'http://127.0.0.1:2/banks', '[{"_id":"other","name":"Other"}]'],
    ['that is no list', undefined, '[]'],
  ])('a copy %s is ignored', async (_what, otherUrl, body) => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    await rig.copies.save(otherUrl ?? service.url, { body, fetchedAtMs: rig.nowMs() }, rig.nowMs());
    await rig.directory.loadCopy();
    expect(rig.directory.health()).toEqual({
      source: 'remote',
      fresh: false,
      usable: false,
      detail: 'there is no list of banks: the Available Banks service was not read yet',
    });
    expect(await rig.directory.find('other')).toBe('unreadable');
    expect(await rig.directory.list()).toBeUndefined();
    await rig.directory.refresh(NEVER);
    const restarted = rig.reopen();
    await restarted.loadCopy();
    expect(await restarted.find(BANK._id)).toMatchObject({ name: BANK.name });
  });

  test('a list that was requested earlier and arrives late replaces no newer copy', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    const held: Parameters<Behaviour>[] = [];
    service.behave((...exchange) => void held.push(exchange));
    const late = rig.directory.refresh(NEVER);
    await expect.poll(() => held.length).toBe(1);
    rig.advance(MINUTE_MS);
    service.behave(banks({ ...BANK, name: 'Renamed' }));
    expect(await rig.reopen().refresh(NEVER)).toEqual({ kind: 'refreshed' });
    rig.advance(MINUTE_MS);
    banks(BANK)(...held[0]!);
    expect(await late).toEqual({ kind: 'refreshed' });
    expect((await rig.copies.load(service.url))?.body).toContain('Renamed');
    await rig.directory.followCopy();
    expect(await rig.directory.find(BANK._id)).toMatchObject({ name: 'Renamed' });
  });

  test('a copy from a clock that was far ahead is replaced', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    const aheadMs = rig.nowMs() + 60 * MINUTE_MS;
    await rig.copies.save(service.url, { body: '[]', fetchedAtMs: aheadMs }, aheadMs);
    await rig.directory.refresh(NEVER);
    expect((await rig.copies.load(service.url))?.fetchedAtMs).toBe(rig.nowMs());
  });

  test('a new list is served even if the database cannot store the copy', async () => {
    await using service = await startBankService();
    await using rig = await openDirectory(service.url);
    const otherProcess = new Sqlite(rig.databasePath);
    otherProcess.exec('begin immediate');
    await rig.refresher.refresh();
    await rig.refresher.refresh();
    expect(await rig.directory.find(BANK._id)).toMatchObject({ name: BANK.name });
    expect(rig.directory.health()).toMatchObject({ fresh: true, usable: true });
    expect(await rig.copies.load(service.url)).toBeUndefined();
    otherProcess.exec('rollback');
    otherProcess.close();
    await rig.refresher.refresh();
    expect(await rig.copies.load(service.url)).toMatchObject({ fetchedAtMs: rig.nowMs() });
    expect(rig.messages()).toEqual([
      'the copy of the list of banks cannot be written',
      'the copy of the list of banks is written again',
    ]);
  });
});

describe('settings', () => {
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
    for (const secret of ['not-the-secret', 'in-the-url', upstream.url])
      expect(messages).not.toContain(secret);
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

  test('the URL keeps its last slash, which can be part of the route', () => {
    const { availableBanks } = readConfig({ AVAILABLE_BANKS_URL: 'https://banks.example.com/list/' });
    expect(availableBanks?.url).toBe('https://banks.example.com/list/');
  });
});
