import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, hmac, temporaryFolder, WITHDRAW, withdrawalFields } from '../harness.ts';
import { installClient, linkPackages, run, writeProject } from '../support/consumer-project.ts';
import { createClient } from '../support/entities.ts';
import { type Example, isInstalled, readExamples } from '../support/examples.ts';
import {
  djangoPython,
  expectReceiver,
  hasLaravel,
  PROGRAMS,
  printedBelow,
  printedHeadings,
  SECRET,
} from '../support/framework-receivers.ts';
import { freePort } from '../support/free-port.ts';
import { IS_LONG } from '../support/long.ts';
import { payWithdrawal } from '../support/pay-withdrawal.ts';
import { expectData } from '../support/responses.ts';
import { useService } from '../support/shared-service.ts';
import { signCallback } from '../support/signed-callback.ts';

/** The `libraries` of a checkout of github.com/standard-webhooks/standard-webhooks; undefined without one. */
const STANDARD_WEBHOOKS = process.env.STANDARD_WEBHOOKS;

const GO_MODULE = 'github.com/standard-webhooks/standard-webhooks/libraries';

interface LibraryProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
}

/** Programs that give the headers and the body of the file `given.json` to the printed function, and print its amount. */
function libraryPrograms(libraries: string): Readonly<Record<string, LibraryProgram>> {
  return {
    Python: {
      program: 'python3',
      args: ['main.py'],
      files: {
        'callbacks.py': printedBelow('Python'),
        'main.py':
          'import json\nfrom callbacks import read_callback\ngiven = json.load(open("given.json"))\n' +
          'print(read_callback(given["headers"], given["body"].encode())["amount"])\n',
      },
      env: { PYTHONPATH: join(libraries, 'python') },
    },
    PHP: {
      program: 'php',
      args: ['main.php'],
      files: {
        'callbacks.php': printedBelow('PHP'),
        'main.php':
          `<?php\nspl_autoload_register(fn ($name) => require '${libraries}/php/src/' .\n` +
          "  str_replace(['StandardWebhooks\\\\', '\\\\'], ['', '/'], $name) . '.php');\n" +
          "require 'callbacks.php';\n$given = json_decode(file_get_contents('given.json'), true);\n" +
          "echo readCallback($given['headers'], $given['body'])['amount'];\n",
      },
      env: {},
    },
    Go: {
      program: 'go',
      args: ['run', '.'],
      files: {
        'callbacks/callbacks.go': printedBelow('Go'),
        'main.go': GO_MAIN,
        'go.mod': `module shop\n\ngo 1.19\n\nrequire ${GO_MODULE} v0.0.0\n\nreplace ${GO_MODULE} => ${libraries}\n`,
      },
      env: { GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    },
  };
}

const GO_MAIN = `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"shop/callbacks"
	"strings"
)

func main() {
	var given struct {
		Headers map[string]string
		Body    string
	}
	text, _ := os.ReadFile("given.json")
	json.Unmarshal(text, &given)
	request, _ := http.NewRequest("POST", "/", strings.NewReader(given.Body))
	for name, value := range given.Headers {
		request.Header.Set(name, value)
	}
	callback, err := callbacks.Read(request)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Print(callback.Amount)
}
`;

/** Runs a program with a callback. @returns its exit code and what it printed. */
async function runLibrary(folder: string, { program, args, files, env }: LibraryProgram, secret: string) {
  const given = signCallback({ amount: 499.5 }, { secret });
  writeProject(folder, { ...files, 'given.json': given });
  const settings = { ...env, BANK_TRANSFERS_SECRET: SECRET };
  const { code, stdout } = await run(folder, 'env', [
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    program,
    ...args,
  ]);
  return { code, stdout: stdout.trim() };
}

describe('framework receivers', () => {
  const project = temporaryFolder();
  const folder = project.path;

  afterAll(() => project[Symbol.dispose]());

  const FRAMEWORKS: Readonly<Record<string, boolean>> = {
    Express: Boolean(process.env.FOREIGN_TOOLS),
    Fastify: true,
    Django: djangoPython !== undefined,
    Laravel: hasLaravel,
  };

  const LIBRARIES: Readonly<Record<string, string>> = { Python: 'python3', PHP: 'php', Go: 'gofmt' };

  beforeAll(async () => {
    writeProject(folder, { 'package.json': { type: 'module' } });
    if (FRAMEWORKS.Express) {
      const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
      expect(await run(folder, 'npm', ['install', ...flags, 'express@5.2.1'])).toMatchObject({ code: 0 });
    }
    await installClient(folder);
    linkPackages(folder, ['fastify']);
  });

  test('each printed receiver and each printed library is run', () => {
    expect(printedHeadings()).toEqual([...Object.keys(FRAMEWORKS), ...Object.keys(LIBRARIES)]);
    expect(Object.keys(PROGRAMS)).toEqual(Object.keys(FRAMEWORKS));
  });

  describe.each(Object.entries(FRAMEWORKS))('the printed receiver for %s', (heading, isHere) => {
    test.skipIf(!isHere)(
      'takes genuine callbacks, and refuses forged, old, changed and large ones',
      async () => {
        const program = PROGRAMS[heading];
        if (!program) throw new Error(`nothing runs ${heading}`);
        await expectReceiver(folder, program());
      },
    );
  });

  describe.each(Object.entries(LIBRARIES))('Standard Webhooks for %s', (language, program) => {
    const isHere = STANDARD_WEBHOOKS !== undefined && isInstalled(program);
    test.skipIf(!isHere)('verifies callbacks with the printed secret, and no forged ones', async () => {
      using own = temporaryFolder();
      const printed = libraryPrograms(STANDARD_WEBHOOKS ?? '')[language];
      if (!printed) throw new Error(`nothing runs ${language}`);
      expect(await runLibrary(own.path, printed, SECRET)).toEqual({ code: 0, stdout: '499.5' });
      expect(await runLibrary(own.path, printed, 'another')).toMatchObject({
        code: expect.not.stringMatching('^0$'),
      });
    });
  });
});

describe.skipIf(!IS_LONG)('readme receivers', () => {
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
        'survives senders that hang up, send too much or too little, and still accepts callbacks',
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
});
