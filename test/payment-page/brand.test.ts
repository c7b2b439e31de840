import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClient, updateClient } from '../../src/admin/clients.ts';
import { contrastOf, deriveColors } from '../../src/surfaces/pages/palette.ts';
import { expectRefusal, openTestContext } from '../support/app-context.ts';
import { useBrowser } from '../support/browser.ts';
import { createBranded } from '../support/payment-states.ts';
import { cancel, createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const service = useService();
const openPage = useBrowser();

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

  test.each(['#000000', '#ffffff', '#ffd400'])(
    'the page of a merchant with %s is accessible',
    async (color) => {
      const merchant = await createBranded(service(), color);
      const { path } = await createPayable(service(), {}, merchant);
      const { page, accessibilityProblems } = await openPage({ width: 1280 });
      await page.goto(service().url + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await accessibilityProblems(), colorScheme).toEqual([]);
      }
    },
  );

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

  test('markup in the name of a brand is text, also in the way back', async () => {
    const merchant = await createBranded(service());
    const brandName = '<img src=x onerror=alert(1)>"\'&';
    await service().dependencies.clients.update(merchant.appKey, { brandName, brandLogo: null });
    const deposit = await createPayable(service(), {}, merchant);
    await cancel(service(), deposit, merchant);
    const { page, expectProblem } = await openPage();
    expectProblem(/status of 410/);
    await page.goto(service().url + deposit.path);
    await page.getByRole('link', { name: `Back to ${brandName}`, exact: true }).waitFor();
    expect(await page.locator('img').count()).toBe(0);
  });
});
