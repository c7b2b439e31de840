import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import { writeProject } from './consumer-project.ts';
import { readExamples } from './examples.ts';
import { freePort } from './free-port.ts';
import { signCallback } from './signed-callback.ts';

export const SECRET = 'a-secret-of-the-framework-tests';
const PRINTED_PORT = '4000';

const examples = readExamples('docs/receivers.md');

/** The first block below a heading of the page. */
export function printedBelow(heading: string): string {
  const code = examples.find((example) => example.heading === heading)?.code;
  if (code === undefined) throw new Error(`docs/receivers.md has no code below ${heading}`);
  return code;
}

export const printedHeadings = () => examples.map(({ heading }) => heading);

/** Where Debian's package php-laravel-framework is. */
const LARAVEL = '/usr/share/php/Illuminate/autoload.php';

/** The Python that has Django; undefined on a machine without it. */
export const djangoPython = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import django']).status === 0,
);

export const hasLaravel = existsSync(LARAVEL) && spawnSync('php', ['--version']).status === 0;

interface Program {
  readonly path: string;
  readonly code: string;
  readonly program: string;
  readonly args: (port: number) => readonly string[];
  /** The files of a project around the printed file. */
  readonly around?: Readonly<Record<string, string | object>>;
  /** The path at which the project serves the printed route. */
  readonly target: string;
}

const DJANGO = `
import sys
from django.conf import settings
settings.configure(ROOT_URLCONF="urls", ALLOWED_HOSTS=["*"], SECRET_KEY="a", MIDDLEWARE=["django.middleware.csrf.CsrfViewMiddleware"])
from django.core.wsgi import get_wsgi_application
from wsgiref.simple_server import make_server
make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application()).serve_forever()
`;
const DJANGO_URLS = `
from django.urls import path
import callbacks
urlpatterns = [path("callbacks", callbacks.receive)]
`;

const LARAVEL_INDEX = `<?php
require '${LARAVEL}';
use Illuminate\\Support\\Facades\\Facade;
use Illuminate\\Support\\Facades\\Route;
$app = new Illuminate\\Foundation\\Application(__DIR__);
Facade::setFacadeApplication($app);
$secret = getenv('BANK_TRANSFERS_SECRET');
$app->instance('config', new Illuminate\\Config\\Repository(['services' => ['bank_transfers' => ['secret' => $secret]]]));
Route::prefix('api')->group(__DIR__ . '/api.php');
$app->instance('request', Illuminate\\Http\\Request::capture());
$app['router']->dispatch($app['request'])->send();
`;

/** The printed receivers, by their headings. */
export const PROGRAMS: Readonly<Record<string, () => Program>> = {
  Express: () => node('Express'),
  Fastify: () => node('Fastify'),
  Django: () => ({
    path: 'callbacks.py',
    code: printedBelow('Django'),
    program: djangoPython ?? '',
    args: (port) => ['main.py', String(port)],
    around: { 'main.py': DJANGO, 'urls.py': DJANGO_URLS },
    target: '/callbacks',
  }),
  Laravel: () => ({
    path: 'api.php',
    code: printedBelow('Laravel'),
    program: 'php',
    args: (port) => ['-S', `127.0.0.1:${port}`, 'index.php'],
    around: { 'index.php': LARAVEL_INDEX },
    target: '/api/callbacks',
  }),
};

function node(heading: string): Program {
  const path = `${heading.toLowerCase()}.mjs`;
  const code = printedBelow(heading);
  return { path, code, program: process.execPath, args: () => [path], target: '/callbacks' };
}

/** Runs a printed receiver in a folder that has its packages, and expects it to accept genuine callbacks only. */
export async function expectReceiver(folder: string, { path, code, program, args, around, target }: Program) {
  const port = await freePort();
  writeProject(folder, { ...around, [path]: code.replaceAll(PRINTED_PORT, String(port)) });
  const env = { ...process.env, BANK_TRANSFERS_SECRET: SECRET };
  const child = spawn(program, args(port), { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const post = async (headers: Readonly<Record<string, string>>, body: string) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
    return (await fetch(`http://127.0.0.1:${port}${target}`, init)).status;
  };
  try {
    await expect.poll(() => post({}, '{}').catch(() => said), { timeout: 20_000 }).toBe(400);
    const genuine = signCallback({ eventId: 'framework-1', amount: 499.5 }, { secret: SECRET });
    expect(await post(genuine.headers, genuine.body), said).toBe(204);
    await expect.poll(() => said).toContain('framework-1 order-1 successful 499.5');
    const forged = signCallback({ eventId: 'framework-2' }, { secret: 'another' });
    expect(await post(forged.headers, forged.body)).toBe(400);
    const old = signCallback({ eventId: 'framework-3' }, { secret: SECRET, nowMs: Date.now() - 400_000 });
    expect(await post(old.headers, old.body)).toBe(400);
    expect(await post(genuine.headers, ` ${genuine.body}`), 'another text of the same JSON').toBe(400);
    const large = await post(genuine.headers, JSON.stringify('x'.repeat(70_000)));
    expect(large).toBeGreaterThanOrEqual(400);
    expect(large).toBeLessThan(500);
    expect(said).not.toMatch(/framework-[23]/);
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  }
}
