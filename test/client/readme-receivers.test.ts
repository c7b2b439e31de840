import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { call, OPERATOR, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { createClient } from '../support/entities.ts';
import { type Example, isInstalled, readExamples } from '../support/examples.ts';
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

const receivers = readExamples('README.md').filter(
  ({ code }) => code.includes('webhook-id') || code.includes('WEBHOOK_ID'),
);

test('the README has a receiver for each language', () => {
  expect(receivers.map(({ language }) => language).sort()).toEqual(Object.keys(RUNNERS).sort());
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Runs a receiver of the README on a free port. */
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
  const post = (headers: Record<string, string> = {}) => fetch(url, { method: 'POST', headers, body: '{}' });
  await expect
    .poll(
      () =>
        post().then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(400);
  return {
    url,
    post,
    said: () => output,
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
        const settle = {
          method: 'POST',
          sign: 'timed',
          as: OPERATOR,
          body: { sequence: '1', finalAmount: '499.5' },
        } as const;
        expectData(await call(service(), `/v1/transactions/${transactionId}/settle`, settle));
        await service().callbackWorker.idle();
        await expect.poll(receiver.said).toContain(`${processId} successful 499.5`);
        const { items } = expectData(await call(service(), '/v1/events', { as }));
        expect(items).toMatchObject([{ transactionId, callback: 'delivered' }]);
        const forged = { 'webhook-id': 'a', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
        expect((await receiver.post({ ...forged, 'webhook-signature': 'v1,AAAA' })).status).toBe(400);
      },
    );
  },
);
