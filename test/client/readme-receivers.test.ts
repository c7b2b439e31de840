import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, hmac, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { type Example, isInstalled, readExamples } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { payWithdrawal } from '../support/pay-withdrawal.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const EXAMPLE_PORT = '4000';
const SECRET = 'demo-merchant-secret';

interface Runner {
  readonly program: string;
  readonly args: (path: string, port: number) => readonly string[];
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  js: { program: process.execPath, args: (path) => [path] },
  python: { program: 'python3', args: (path) => [path] },
  php: { program: 'php', args: (path, port) => ['-S', `127.0.0.1:${port}`, path] },
};

const receivers = readExamples('docs/examples.md').filter(
  ({ code }) => code.includes('webhook-id') || code.includes('WEBHOOK_ID'),
);

test('the page of examples has a receiver for each language', () => {
  expect(receivers.map(({ language }) => language).sort()).toEqual(Object.keys(RUNNERS).sort());
});

/** The printed limit of time, for a test that waits for it: a second in place of ten. */
function withShortTime(code: string): string {
  return code
    .replace('maxMs = 10_000', 'maxMs = 1_000')
    .replace('MAX_SECONDS = 65_536, 10', 'MAX_SECONDS = 65_536, 1');
}

/** Opens a connection to a receiver and writes to it. What the receiver answers is read, so that its end is seen. */
async function openTo(url: string, ...bytes: readonly string[]): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  for (const part of bytes) socket.write(part);
  return socket;
}

const head = (length: number | string) =>
  `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`;

/** Sends a callback as the service does, signed by other code. */
async function sendGenuine(url: string): Promise<number> {
  const body = JSON.stringify({ eventId: 'e', processId: 'p', status: 'successful', amount: 1 });
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'webhook-id': 'e',
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${hmac(SECRET, `e.${seconds}.${body}`)}`,
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

/** Runs a receiver of the page of examples on a free port. */
async function run({ language, code }: Example, folder: string) {
  const { program, args } = RUNNERS[language]!;
  const port = await freePort();
  const path = join(folder, `receiver.${language === 'js' ? 'mjs' : language}`);
  writeFileSync(path, code.replaceAll(EXAMPLE_PORT, String(port)));
  const child = spawn(program, args(path, port), { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const url = `http://127.0.0.1:${port}/`;
  const post = async (headers: Record<string, string> = {}, body = '{}') =>
    (await fetch(url, { method: 'POST', headers, body })).status;
  await expect.poll(() => post().catch(() => 0), { timeout: 20_000 }).toBe(400);
  return {
    url,
    post,
    said: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    async [Symbol.asyncDispose]() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    },
  };
}

describe.each(receivers.map((example) => [example.language, example] as const))(
  'the receiver in %s',
  (language, example) => {
    test.skipIf(!isInstalled(RUNNERS[language]?.program ?? ''))(
      'accepts callbacks of the service, and no forged ones',
      async () => {
        using folder = temporaryFolder();
        await using receiver = await run(example, folder.path);
        const as = await createClient(service(), { callbackUrl: receiver.url, secret: SECRET });
        const { transactionId, processId } = expectData(
          await call(service(), WITHDRAW, { as, body: withdrawalFields() }),
        );
        await payWithdrawal(service(), transactionId, { finalAmount: '499.5' });
        await service().callbackWorker.idle();
        await expect.poll(receiver.said).toContain(`${processId} successful 499.5`);
        const { items } = expectData(await call(service(), '/v1/events', { as }));
        expect(items).toMatchObject([{ transactionId, callback: 'delivered' }]);
        const forged = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
        expect(await receiver.post({ ...forged, 'webhook-signature': 'v1,AAAA' })).toBe(400);
      },
    );

    test.skipIf(!isInstalled(RUNNERS[language]?.program ?? ''))(
      'bears senders that hang up, send too much or too little, and still accepts callbacks meanwhile',
      async () => {
        using folder = temporaryFolder();
        const code = withShortTime(example.code);
        expect(code === example.code).toBe(language === 'php');
        await using receiver = await run({ ...example, code }, folder.path);
        // Half a body, ended and cut off; lengths that are none, or below nothing.
        // PHP's server for trying it out ends by itself, out of memory, at a length beyond 64 bits.
        const beyond = language === 'php' ? [] : ['99999999999999999999'];
        for (const length of [100, 'abc', '-1', '1e9', ...beyond]) {
          (await openTo(receiver.url, head(length), 'abc')).end();
          (await openTo(receiver.url, head(length), 'abc')).resetAndDestroy();
        }
        (await openTo(receiver.url, 'nonsense\r\n\r\n')).resetAndDestroy();
        expect(await sendGenuine(receiver.url)).toBe(204);
        // Over the limit: announced, and by chunks whose sum nobody announced.
        const big = 'x'.repeat(70_000);
        const announced = await receiver.post({}, big);
        expect(announced).toBeGreaterThanOrEqual(400);
        const chunk = `${big.length.toString(16)}\r\n${big}\r\n`;
        const chunked = 'POST / HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n';
        const flood = await openTo(receiver.url, chunked, chunk, chunk, '0\r\n\r\n');
        // Slow senders wait, and nobody waits for them.
        const slow = [];
        for (let at = 0; at < 20; at += 1) slow.push(await openTo(receiver.url, head(100), 'abc'));
        expect(await sendGenuine(receiver.url)).toBe(204);
        // Without an end of its own, PHP's server for trying it out keeps them.
        if (language !== 'php')
          for (const socket of [...slow, flood]) if (!socket.closed) await once(socket, 'close');
        for (const socket of [...slow, flood]) socket.destroy();
        expect(await sendGenuine(receiver.url)).toBe(204);
        expect(receiver.isRunning()).toBe(true);
      },
    );
  },
);
