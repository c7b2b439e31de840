import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyCallback } from '../../src/client/index.ts';
import { runProgram } from '../../src/client-command/program.ts';
import { call, DEPOSIT, depositFields, MERCHANT, OPERATOR, temporaryFolder } from '../harness.ts';
import { CLIENT_DEPENDENCIES, linkPackages, run } from '../support/consumer-project.ts';
import { EXAMPLE_URL, readExamples } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { startReceiver, status } from '../support/receiver.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const TEST_KEY = { appKey: 'demo-test', secret: 'demo-test-secret' };

/** Runs the command in this process until its end. */
async function command(words: readonly string[], { appKey, secret } = TEST_KEY, url = service().url) {
  let [output, errors] = ['', ''];
  const code = await runProgram(words, {
    env: { BANK_TRANSFERS_URL: url, BANK_TRANSFERS_KEY: appKey, BANK_TRANSFERS_SECRET: secret },
    print: (text) => {
      output += text;
    },
    printError: (text) => {
      errors += text;
    },
    signal: new AbortController().signal,
    version: () => '1.2.3',
  });
  return { code, output, errors };
}

/** Starts listen, and ends it with the block. */
async function listen(words: readonly string[], { appKey, secret } = TEST_KEY) {
  const ended = new AbortController();
  let output = '';
  const finished = runProgram(['listen', ...words], {
    env: { BANK_TRANSFERS_URL: service().url, BANK_TRANSFERS_KEY: appKey, BANK_TRANSFERS_SECRET: secret },
    print: (text) => {
      output += text;
    },
    printError: (text) => {
      output += text;
    },
    signal: ended.signal,
    version: () => '1.2.3',
  });
  await expect.poll(() => output).toContain('Listening');
  return {
    output: () => output,
    async [Symbol.asyncDispose]() {
      ended.abort();
      expect(await finished).toBe(0);
    },
  };
}

/** Starts a program, and ends it with the block. */
function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd?: string,
) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const closed = once(child, 'close');
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    const [code] = await closed;
    return code;
  };
  return { output: () => output, end, [Symbol.asyncDispose]: async () => void (await end('SIGTERM')) };
}

/** Checks whether something listens on a port of this machine. */
function connects(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => !socket.destroy().connecting,
    () => false,
  );
}

async function settleOne(): Promise<string> {
  const { transactionId } = expectData(await call(service(), DEPOSIT, { body: depositFields() }));
  const settle = { method: 'POST', sign: 'timed', as: OPERATOR, body: { sequence: '1' } } as const;
  expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
  return transactionId;
}

describe('listen', () => {
  test("posts what a merchant's own key gets, with the bytes of the real callback and a signature that verifies", async () => {
    await using real = await startReceiver();
    await using local = await startReceiver();
    await service().dependencies.clients.update(MERCHANT.appKey, { callbackUrl: real.url });
    await using listening = await listen(['--forward', local.url], MERCHANT);
    await settleOne();
    const [sent] = await real.arrivals(1);
    const [forwarded] = await local.arrivals(1);
    expect(forwarded?.body).toBe(sent?.body);
    expect(forwarded?.headers['webhook-id']).toBe(sent?.headers['webhook-id']);
    const callback = await verifyCallback(forwarded!.headers, forwarded!.body, MERCHANT.secret);
    expect(callback.status).toBe('successful');
    await expect.poll(listening.output).toContain('→ 204 from');
    await service().dependencies.clients.update(MERCHANT.appKey, { callbackUrl: null });
  });

  test('shows only the statuses that are asked for, and nothing that happened before', async () => {
    await command(['trigger', 'deposit.successful']);
    await using local = await startReceiver();
    await using listening = await listen(['--forward', local.url, '--status', 'unsuccessful']);
    await command(['trigger', 'deposit.successful']);
    await command(['trigger', 'deposit.unsuccessful']);
    await local.arrivals(1);
    await expect.poll(listening.output).toContain('→ 204');
    expect(local.deliveries.map(({ body }) => JSON.parse(body).status)).toEqual(['unsuccessful']);
  });

  test('says what a receiver answered, and how to send the event again', async () => {
    await using local = await startReceiver({ respond: status(500, {}, 'no such order') });
    await using listening = await listen(['--forward', local.url]);
    await command(['trigger', 'withdrawal.successful']);
    await expect
      .poll(listening.output)
      .toMatch(/→ 500 from .*: no such order[.] Send it again: replay [0-9a-f]{24}/);
  });
});

describe('replay', () => {
  test('posts the last event of a transaction, or the one that is named', async () => {
    const { output } = await command(['trigger', 'deposit.reversed']);
    const [id = ''] = /[0-9a-f]{24}/.exec(output) ?? [];
    await using local = await startReceiver();
    expect((await command(['replay', id, '--forward', local.url])).code).toBe(0);
    const missing = await command(['replay', id, '--event', 'other', '--forward', local.url]);
    const [, first = ''] = /It has ([0-9a-f]{24}) \(successful\)/.exec(missing.errors) ?? [];
    expect((await command(['replay', id, '--event', first, '--forward', local.url])).code).toBe(0);
    expect(local.deliveries.map(({ body }) => JSON.parse(body).status)).toEqual([
      'unsuccessful',
      'successful',
    ]);
  });

  test('names the URL at which nothing listens', async () => {
    const { output } = await command(['trigger', 'deposit.successful']);
    const [id = ''] = /[0-9a-f]{24}/.exec(output) ?? [];
    const port = await freePort();
    const replayed = await command(['replay', id, '--forward', `http://127.0.0.1:${port}/`]);
    expect(replayed.output).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`);
  });
});

test.each(['--version', '-V'])('%s prints the version', async (word) => {
  expect(await command([word])).toEqual({ code: 0, output: '1.2.3\n', errors: '' });
});

describe('a mistake', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['of the command', ['lisen'], /The commands are listen, replay, trigger, whoami/],
    ['of an option', ['listen', '--froward', 'x'], /Unknown option '--froward'/],
    [
      'of the URL to post to',
      ['listen', '--forward', 'localhost:4000'],
      /--forward must be a whole http or https URL/,
    ],
    [
      'of a status',
      ['listen', '--status', 'done'],
      /--status must be one of successful, unsuccessful, or both with a comma[.]/,
    ],
    ['of a status that no event has', ['listen', '--status', 'pending'], /--status must be one of/],
    ['of an event', ['trigger', 'deposit.lost'], /Name one event: deposit[.]successful/],
    ['of a transaction', ['replay', 'nothing'], /no transaction with this transactionId/],
  ])('%s is named', async (_, words, says) => {
    const { code, errors } = await command(words);
    expect(code).toBe(2);
    expect(errors).toMatch(says);
  });

  test('of the key is named: a live key for trigger, a desk for listen, none at all', async () => {
    expect((await command(['trigger', 'deposit.successful'], MERCHANT)).errors).toContain('is a live key');
    expect((await command(['listen'], OPERATOR)).errors).toContain('has the role operator');
    const { code, errors } = await command(['whoami'], { appKey: '', secret: '' });
    expect([code, errors]).toEqual([
      2,
      expect.stringContaining('Missing: --key or BANK_TRANSFERS_KEY; --secret'),
    ]);
  });

  test('of the base URL is named', async () => {
    const { errors } = await command(['whoami'], TEST_KEY, `${service().url}/v1`);
    expect(errors).toContain(`without /v1: ${service().url}`);
  });
});

test('trigger without a callbackUrl says that nothing is sent, and with one it does not', async () => {
  const without = await command(['trigger', 'deposit.successful']);
  expect(without.output).toContain('The service sent nothing: demo-test has no callbackUrl.');
  await using receiver = await startReceiver();
  await service().dependencies.clients.update('demo-test', { callbackUrl: receiver.url });
  const sent = await command(['trigger', 'deposit.successful']);
  expect(sent.output).not.toContain('sent nothing');
  await service().dependencies.clients.update('demo-test', { callbackUrl: null });
});

describe('downloads of a running service', () => {
  const project = temporaryFolder();
  afterAll(() => project[Symbol.dispose]());
  const installed = join(project.path, 'node_modules/bank-transfers-client');

  beforeAll(async () => {
    mkdirSync(installed, { recursive: true });
    const get = ['-sSfo', 'client.tgz', `${service().url}/client.tgz`];
    expect(await run(project.path, 'curl', get)).toMatchObject({ code: 0 });
    await run(project.path, 'tar', ['-xzf', 'client.tgz', '--strip-components', '1', '-C', installed]);
    linkPackages(project.path, CLIENT_DEPENDENCIES);
  });

  test.each([
    ['client.tgz', 'application/gzip', 'attachment; filename="bank-transfers-client.tgz"'],
    ['collection.zip', 'application/zip', 'attachment; filename="bank-transfers-collection.zip"'],
    ['schema.graphql', 'text/plain; charset=utf-8', null],
    ['openapi.json', 'application/json; charset=utf-8', null],
  ])(
    '%s has its type and a tag, and is not sent again to those who have it',
    async (file, type, disposition) => {
      const first = await fetch(`${service().url}/${file}`, { headers: { 'accept-encoding': 'identity' } });
      const { headers } = first;
      expect([first.status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
        200,
        type,
        disposition,
      ]);
      expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(1000);
      const again = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
      expect((await request(`${service().url}/${file}`, again)).statusCode).toBe(304);
    },
  );

  test('the receiver of the page, as it is printed, books what the printed listen, which ends with its signal, forwards and trigger makes', async () => {
    const port = await freePort();
    const printed = readExamples('docs/tools.md').map(({ language, code }) => ({
      language,
      code: code.replaceAll(EXAMPLE_URL, service().url).replaceAll('4000', `${port}`),
    }));
    const receiver = printed.find(({ language }) => language === 'js')?.code ?? '';
    const commands = printed.find(({ code }) => code.startsWith('export '))?.code ?? '';
    const lines = commands.trim().split('\n');
    expect(lines.map((line) => line.split(' ')[2])).toEqual([
      expect.stringMatching(/^BANK_TRANSFERS_KEY=/),
      'whoami',
      'listen',
      'trigger',
    ]);
    writeFileSync(join(project.path, 'receiver.mjs'), receiver);
    const { version } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
    const [settings = '', whoami = '', listening = '', trigger = ''] = lines;
    // The package is there already: npx would install it again, from the registry of npm.
    const shell = (line: string) => ['-c', `npx() { shift; exec ./cli.js "$@"; }; ${settings}\n${line}`];
    await using booked = start(process.execPath, [join(project.path, 'receiver.mjs')], {
      BANK_TRANSFERS_SECRET: TEST_KEY.secret,
    });
    await expect.poll(() => connects(port)).toBe(true);
    await using listen = start('bash', shell(listening), {}, installed);
    await expect.poll(listen.output).toContain('Listening');
    for (const [line, says] of [
      [whoami, 'demo-test (Demo test): a test key'],
      [trigger, 'deposit.successful'],
      [whoami.replace('whoami', '--version'), version],
    ] as const) {
      const stdout = expect.stringContaining(says);
      expect(await run(installed, 'bash', shell(line))).toMatchObject({ code: 0, stdout });
    }
    await expect.poll(booked.output).toMatch(/^\S+ \S+ successful \d+$/m);
    expect(await listen.end('SIGINT')).toBe(0);
  });
});
