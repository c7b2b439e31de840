import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type Credentials, MERCHANT, OPERATOR, startTestService } from '../harness.ts';
import { rawCall } from '../support/raw-http.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
/** The Accept header of browsers that open a page. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
const FOLDER = '/graphql/explorer';

const open = (path: string, accept = BROWSER) => fetch(service().url + path, { headers: { accept } });

/** The links of a page. */
async function linksOf(page: Response): Promise<string[]> {
  const html = await page.text();
  return [...html.matchAll(/\s(?:src|href|action)="([^"]*)"/g)].map(([, link]) => link ?? '');
}

describe('outside production', () => {
  test('a browser that opens /graphql gets the explorer without a key', async () => {
    const page = await open('/graphql');
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('GraphQL explorer');
  });

  test('the page loads everything from the service, and its policy allows no other host', async () => {
    const page = await open('/graphql');
    const policy = new Map(
      page.headers
        .get('content-security-policy')
        ?.split('; ')
        .map((directive): [string, string] => [
          directive.split(' ')[0] ?? '',
          directive.slice(directive.indexOf(' ') + 1),
        ]),
    );
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.get('connect-src')).toBe("'self'");
    expect(policy.get('script-src')).toBe("'self'");
    for (const sources of policy.values()) expect(sources).not.toMatch(/http|\*|eval|blob/);
    const links = await linksOf(page);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) expect(link).toMatch(/^(\/graphql\/explorer\/[\w.]+|data:,)$/);
    const css = await (await open(`${FOLDER}/graphiql.css`)).text();
    for (const [, source] of css.matchAll(/url\((.{5})/g)) expect(source).toBe('data:');
    expect(css).not.toContain('@import');
  });

  test('every part of the page exists, without caching and without MIME sniffing', async () => {
    const scripts = ['json', 'graphql', 'editorWorkerService'].map((worker) => `${FOLDER}/${worker}.js`);
    const links = (await linksOf(await open('/graphql'))).filter((link) => link.startsWith('/'));
    for (const path of ['/graphql', ...links, ...scripts]) {
      const part = await open(path);
      expect(part.status, path).toBe(200);
      expect(part.headers.get('x-content-type-options')).toBe('nosniff');
      expect(part.headers.get('cache-control')).toBe('no-store');
      expect(part.headers.get('content-type')).toMatch(/^text\/(html|css|javascript); charset=utf-8$/);
      expect((await part.text()).length).toBeGreaterThan(100);
    }
  });

  test.each([
    '*/*',
    'application/json',
    'application/graphql-response+json',
    'application/json, text/html;q=0.9',
    '',
  ])('a program gets the usual response (Accept: %s)', async (accept) => {
    const headers = accept ? { accept } : {};
    const response = await rawCall(service(), { target: '/graphql', headers });
    expect(response.status).toBe(401);
    expect(response.json.errors[0].extensions.code).toBe('error_missing_credentials');
  });

  test('other paths and methods get their usual responses', async () => {
    expect((await open(`${FOLDER}/unknown.js`)).status).toBe(404);
    expect((await open(`${FOLDER}/../../package.json`)).status).toBe(404);
    expect(
      (await rawCall(service(), { method: 'POST', target: '/graphql', headers: { accept: BROWSER } })).status,
    ).toBe(401);
  });
});

test('in production a browser gets the responses of a program', async () => {
  await using production = await startTestService({
    env: { NODE_ENV: 'production', MASTER_KEY: '0123456789abcdef'.repeat(4) },
  });
  const headers = { accept: BROWSER };
  const page = await rawCall(production, { target: '/graphql', headers });
  expect(page.status).toBe(401);
  expect(page.json.errors[0].extensions.code).toBe('error_missing_credentials');
  for (const name of ['client.js', 'graphiql.js', 'graphiql.css']) {
    // A browser asks for a part of a page like this.
    const part = await rawCall(production, { target: `${FOLDER}/${name}`, headers: { accept: '*/*' } });
    expect(part.status).toBe(404);
    expect(part.json.errors[0].extensions.code).toBe('error_route_not_found');
  }
});

describe('the page signs its requests', () => {
  test('with the key that was entered, and clears the secret from its form', async () => {
    const page = await openPage();
    const response = page.fetch(`${service().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          '{ stats(from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z", groupBy: client) { key } banks { name } }',
      }),
    });
    expect(page.form.hidden).toBe(false);
    await page.give(OPERATOR);
    expect((await (await response).json()).data.banks).toHaveLength(3);
    expect(page.form.elements.secret.value).toBe('');
    expect(page.form.hidden).toBe(true);
    expect(page.output.textContent).toBe('Signed as demo-operator.');
  });

  test('with GET too', async () => {
    const page = await openPage();
    await page.give(MERCHANT);
    const query = new URLSearchParams({ query: '{ banks { name } } # ü' });
    const response = await page.fetch(`${service().url}/graphql?${query}`);
    expect((await response.json()).data.banks).toHaveLength(3);
  });

  test('and asks for another key when the first is refused', async () => {
    const page = await openPage();
    await page.give({ ...OPERATOR, secret: 'wrong' });
    const ask = () => page.fetch(`${service().url}/graphql?query=%7B__typename%7D`);
    expect((await ask()).status).toBe(403);
    expect(page.form.hidden).toBe(false);
    expect(page.output.textContent).toMatch(/^The sign does not match/);
    const response = ask();
    await page.give(OPERATOR);
    expect((await response).status).toBe(200);
  });

  test('but not those to other paths', async () => {
    const page = await openPage();
    await page.give(OPERATOR);
    const response = await page.fetch(`${service().url}/v1/available-banks`);
    expect((await response.json()).error.type).toBe('error_missing_credentials');
  });
});

/** Runs the script of the page with the parts of a browser that it uses. There is no storage among them. */
async function openPage() {
  const element = () => ({ hidden: true, textContent: '', addEventListener: () => {} });
  const input = () => ({ value: '' });
  const form = {
    ...element(),
    elements: { appKey: input(), secret: input() },
    onsubmit: (_event: { preventDefault(): void }) => {},
  };
  const output = element();
  const elements: Record<string, unknown> = { form, output };
  const document = {
    querySelector: (name: string) => elements[name] ?? element(),
    addEventListener: () => {},
  };
  const window = { fetch };
  const { origin } = new URL(service().url);
  const browser = {
    URL,
    Request,
    Headers,
    TextEncoder,
    crypto,
    btoa,
    document,
    window,
    location: { origin },
  };
  runInNewContext(await (await open(`${FOLDER}/client.js`)).text(), { ...browser, self: window });
  return {
    form,
    output,
    fetch: (...request: Parameters<typeof fetch>) => window.fetch(...request),
    async give({ appKey, secret }: Credentials) {
      form.elements.appKey.value = appKey;
      form.elements.secret.value = secret;
      form.onsubmit({ preventDefault: () => {} });
      await expect.poll(() => form.hidden).toBe(true);
    },
  };
}
