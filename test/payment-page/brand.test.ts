import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClient, updateClient } from '../../src/admin/clients.ts';
import { readLogo } from '../../src/banks/domain/logo.ts';
import { contrastOf, deriveColors } from '../../src/surfaces/pages/palette.ts';
import { expectRefusal, openTestContext } from '../support/app-context.ts';
import { createBranded, LOGO } from '../support/payment-states.ts';
import { readPaymentPage } from '../support/payment-text.ts';
import { createPayable } from '../support/payments.ts';
import { drawPng } from '../support/pictures.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();

const ENOUGH = 4.5;

/** The color of labels on a panel: white with an opacity of d9. */
function blendWhite(panel: string): string {
  const share = 0xd9 / 0xff;
  const parts = [1, 3, 5].map((at) => Number.parseInt(panel.slice(at, at + 2), 16));
  const blended = parts.map((part) => Math.round(255 * share + part * (1 - share)));
  return `#${blended.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

describe('colors', () => {
  test('every color gives text and buttons that can be read, on light and dark pages', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
        const { light, dark } = deriveColors(`#${number.toString(16).padStart(6, '0')}`);
        for (const { accent, strong, onAccent, panel, tint } of [light, dark]) {
          for (const color of [accent, strong]) {
            expect(contrastOf(color, tint)).toBeGreaterThanOrEqual(ENOUGH);
            expect(contrastOf(onAccent, color)).toBeGreaterThanOrEqual(ENOUGH);
          }
          expect(contrastOf('#ffffff', panel)).toBeGreaterThanOrEqual(ENOUGH);
          expect(contrastOf(blendWhite(panel), panel)).toBeGreaterThanOrEqual(ENOUGH);
        }
        // Labels on a tint: see web/pay/styles/base.css.
        expect(contrastOf('#52615e', light.tint)).toBeGreaterThanOrEqual(ENOUGH);
        expect(contrastOf('#a3b3b0', dark.tint)).toBeGreaterThanOrEqual(ENOUGH);
      }),
      { examples: [[0], [0xffffff], [0xffff00], [0x808080]], numRuns: 500 },
    );
  });

  test('are plain values for each color scheme, which also browsers from before 2024 read', async () => {
    const text = await (await fetch(`${service().url}/brand/7b2d8e.css`)).text();
    expect(text).toMatch(/--panel:#[0-9a-f]{6};[^}]*\}@media screen and \(prefers-color-scheme:dark\)/);
    expect(text).not.toContain('light-dark');
  });

  test.each(['red', '#fff', '1f4fa3', '#1f4fa3;}'])('%s is refused', async (brandColor) => {
    await using context = await openTestContext();
    await expectRefusal(
      context.run(updateClient, { appKey: 'a', brandColor }),
      'error_validation',
      'brandColor',
    );
  });
});

describe('names and hosts', () => {
  test.each(['\u202eknaB', 'Lale\nOyun', ' ', 'a'.repeat(201)])(
    'the name %j is refused',
    async (brandName) => {
      await using context = await openTestContext();
      const update = context.run(updateClient, { appKey: 'a', brandName });
      await expectRefusal(update, 'error_validation', 'brandName');
    },
  );

  test.each([
    'https://shop.example.com',
    'shop.example.com/',
    'shop.example.com\\x',
    'shop.example.com?x',
    'shop.example.com#x',
    'shop.example.com:99999',
    'user@shop.example.com',
    '*.example.com',
    'shop .example.com',
    'javascript:alert(1)',
    'shop%00.example.com',
    '',
  ])('the host %j is refused', async (host) => {
    await using context = await openTestContext();
    const update = context.run(updateClient, { appKey: 'a', returnHosts: ['shop.example.com', host] });
    await expectRefusal(update, 'error_validation', 'returnHosts.1');
  });

  test('a host has one spelling, however it is typed', async () => {
    await using context = await openTestContext();
    await context.run(createClient, { appKey: 'shop', name: 'Shop', role: 'merchant' });
    const returnHosts = ['SHOP.example.com:443', 'shop.example.com', 'bücher.example', 'a.example:8443'];
    const updated = await context.run(updateClient, { appKey: 'shop', returnHosts });
    expect(updated.returnHosts).toEqual(['shop.example.com', 'xn--bcher-kva.example', 'a.example:8443']);
  });
});

const webp = (form: string, body: string) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(form, 'latin1'),
    Buffer.from(body, 'hex'),
  ]);

test.each([
  ['a PNG', drawPng({ width: 64, height: 64 }), 'png'],
  ['a lossy WebP', webp('VP8 ', `${'00000000'.padEnd(20, '0')}40004000`), 'webp'],
  ['a lossless WebP', webp('VP8L', '000000002f3fc00f00'.padEnd(40, '0')), 'webp'],
  ['an extended WebP', webp('VP8X', '0a00000000000000' + '3f0000' + '3f0000'), 'webp'],
  ['a JPEG', Buffer.from('ffd8ffe000044a46ffc0000b080040004001012200', 'hex'), 'jpg'],
])('%s is taken', (_what, bytes, ending) => {
  expect(readLogo(bytes)).toMatchObject({
    file: expect.stringMatching(new RegExp(`^[0-9a-f]{64}\\.${ending}$`)),
  });
});

test.each([
  [
    'an SVG, which can hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'must be a picture',
  ],
  ['HTML behind the signature of a GIF', Buffer.from('GIF89a<script>'), 'must be a picture'],
  ['a cut PNG', drawPng({ width: 64, height: 64 }).subarray(0, 20), 'must be a picture'],
  ['a cut JPEG', Buffer.from('ffd8ffe00010', 'hex'), 'must be a picture'],
  ['a tiny PNG', drawPng({ width: 8, height: 64 }), '16 to 1024 pixels'],
  ['a wide PNG', drawPng({ width: 1025, height: 16 }), '16 to 1024 pixels'],
  [
    'a PNG that moves',
    drawPng({ width: 64, height: 64, chunks: [['acTL', Buffer.alloc(8)]] }),
    'must not move',
  ],
  ['a WebP that moves', webp('VP8X', '0a00000002000000' + '3f0000' + '3f0000'), 'must not move'],
  ['a large file', Buffer.alloc(32 * 1024 + 1), 'at most 32768 bytes'],
])('%s is refused', async (_what, bytes, problem) => {
  await using context = await openTestContext();
  const update = context.run(updateClient, { appKey: 'a', brandLogo: bytes.toString('base64') });
  const message = await expectRefusal(update, 'error_validation', 'brandLogo');
  expect(message).toContain(problem);
});

test('a logo is served from the same origin, by its digest, until it is replaced', async () => {
  const merchant = await createBranded(service());
  const { path } = await createPayable(service(), {}, merchant);
  const [, logo = ''] =
    /<img class="logo" src="([^"]+)"/.exec((await readPaymentPage(service(), path)).html) ?? [];
  const url = new URL(logo, service().url + path).href;
  expect(url).toBe(`${service().url}/brand/${LOGO.file}`);
  const response = await fetch(url);
  expect(Buffer.from(await response.arrayBuffer()).equals(LOGO.bytes)).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  const another = readLogo(drawPng({ width: 32, height: 32 })) as typeof LOGO;
  await service().dependencies.clients.update(merchant.appKey, { brandLogo: another });
  const owners = new Sqlite(service().databasePath, { readonly: true })
    .prepare('select count(*) from client_logos where file = ?')
    .pluck();
  expect(owners.get(another.file)).toBe(1);
  await service().dependencies.clients.update(merchant.appKey, { brandLogo: null });
  expect(owners.get(another.file)).toBe(0);
  expect((await fetch(`${service().url}/brand/${another.file}`)).status).toBe(404);
});

test('the audit log names a logo by its digest, and hides the query of a way back', async () => {
  await using context = await openTestContext();
  await context.run(createClient, { appKey: 'shop', name: 'Shop', role: 'merchant' });
  await context.run(updateClient, {
    appKey: 'shop',
    returnHosts: ['shop.example.com'],
    returnUrl: 'https://shop.example.com/back?session=word',
    brandLogo: Buffer.from(LOGO.bytes).toString('base64'),
    brandColor: '#1F4FA3',
  });
  const row = new Sqlite(context.databasePath, { readonly: true })
    .prepare("select after_json from audit where operation = 'updateClient'")
    .pluck()
    .get();
  expect(JSON.parse(String(row))).toMatchObject({
    returnHosts: ['shop.example.com'],
    brandLogo: LOGO.file,
    brandColor: '#1f4fa3',
    returnUrl: expect.not.stringContaining('word'),
  });
  const without = context.run(updateClient, { appKey: 'shop', returnHosts: [] });
  await expectRefusal(without, 'error_validation', 'returnHosts');
  const elsewhere = context.run(updateClient, { appKey: 'shop', returnUrl: 'https://evil.example/' });
  await expectRefusal(elsewhere, 'error_validation', 'returnUrl');
});

test.each(['x.css', '1f4fa3.js', `${'0'.repeat(64)}.svg`, '..%2f..%2fetc%2fpasswd', '1f4fa3.css%0a'])(
  'nothing is served for %s',
  async (file) => {
    const response = await fetch(`${service().url}/brand/${file}`);
    expect([response.status, (await response.json()).error.type]).toEqual([404, 'error_route_not_found']);
  },
);
