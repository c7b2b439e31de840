import { join } from 'node:path';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../src/client/index.ts';
import { MERCHANT, temporaryFolder } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { installClient, writeProject } from '../support/consumer-project.ts';
import { EXAMPLE_URL, readExamples } from '../support/examples.ts';
import { freePort } from '../support/free-port.ts';
import { useOwnServices } from '../support/shared-service.ts';

const openPage = useBrowser();
const startService = useOwnServices();
const project = temporaryFolder();
const folder = project.path;
afterAll(() => project[Symbol.dispose]());

const examples = readExamples('docs/typescript.md').filter(({ heading }) => heading === 'A page with Vite');
const [setting = '', proxy = '', page = ''] = examples.map(({ code }) => code);
const PRINTED_ORIGIN = 'http://localhost:5173';

beforeAll(() => installClient(folder), 120_000);

/** Builds the printed page for a service, serves it at an origin of its own, and asks for the banks there. */
async function askForBanks(serviceUrl: string, port: number, problem?: RegExp) {
  writeProject(folder, {
    'index.html':
      '<!doctype html><title>Shop</title><body><script type="module" src="/src/main.ts"></script>',
    'src/main.ts': page.replaceAll(EXAMPLE_URL, serviceUrl),
  });
  const common = { root: folder, configFile: false, logLevel: 'silent' } as const;
  await build({ ...common, build: { outDir: join(folder, 'dist'), emptyOutDir: true } });
  const server = await preview({ ...common, preview: { host: '127.0.0.1', port, strictPort: true } });
  try {
    const opened = await openPage();
    if (problem) opened.expectProblem(problem);
    await opened.page.goto(`http://127.0.0.1:${port}`);
    await opened.page.getByLabel('appKey').fill(MERCHANT.appKey);
    await opened.page.getByLabel('secret').fill(MERCHANT.secret);
    await opened.page.getByRole('button').click();
    const output = opened.page.locator('output:not(:empty)');
    await output.waitFor();
    const text = await output.textContent();
    await opened.page.close();
    return text;
  } finally {
    await server.close();
  }
}

test('the page as it is printed lists the banks from another origin, with the printed setting', async () => {
  const port = await freePort();
  const [, origins = ''] = /^CORS_ORIGINS=(\S+) npm start$/m.exec(setting) ?? [];
  const { url } = await startService({
    CORS_ORIGINS: origins.replace(PRINTED_ORIGIN, `http://127.0.0.1:${port}`),
  });
  expect(await askForBanks(url, port)).toContain('Demo Anadolu Bank');
});

test('without the setting the browser keeps the answer from the page', async () => {
  const { url } = await startService();
  expect(await askForBanks(url, await freePort(), /CORS policy|Failed to load/)).toMatch(/fetch/i);
});

test('with the printed proxy of Vite no setting of the service is needed', async () => {
  const { url } = await startService();
  const port = await freePort();
  writeProject(folder, { 'vite.config.mjs': proxy.replaceAll(EXAMPLE_URL, url) });
  const configFile = join(folder, 'vite.config.mjs');
  const server = await createServer({
    root: folder,
    configFile,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port },
  });
  await server.listen();
  try {
    const throughVite = createClient({ url: `http://127.0.0.1:${port}`, ...MERCHANT });
    expect((await throughVite.banks.list.query({})).data.map(({ name }) => name)).toContain(
      'Demo Anadolu Bank',
    );
  } finally {
    await server.close();
  }
});
