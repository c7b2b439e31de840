import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ADMIN, type Credentials, OPERATOR } from '../harness.ts';
import { launch } from '../support/chromium.ts';
import { signIn } from '../support/console.ts';
import { openPictureDesk, type PictureDesk } from './desk.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const MAX_BYTES = 120_000;

interface Picture {
  readonly name: string;
  /** The path below the URL of the service. */
  readonly path: (desk: PictureDesk) => string;
  /** Whose console it is; nobody's for the page of a payer. */
  readonly as?: Credentials;
  /** A text that is there once everything is. */
  readonly until: string;
  /** CSS pixels; 1280 by 720 by default. */
  readonly size?: { readonly width: number; readonly height: number };
  readonly isOnPaper?: boolean;
  /** The button that gets the focus. */
  readonly focused?: string;
}

const PICTURES: readonly Picture[] = [
  { name: 'queue', path: () => 'console/queue', as: OPERATOR, until: 'Mavi Tur' },
  { name: 'reconciliation', path: () => 'console/reconciliation', as: OPERATOR, until: 'Decisions so far' },
  { name: 'day', path: () => 'console/reconciliation?view=days', as: OPERATOR, until: 'Close the day' },
  {
    name: 'search',
    path: ({ settledId }) => `console/search?open=${settledId}`,
    as: OPERATOR,
    until: 'On the bank statement',
  },
  {
    name: 'payouts-prepare',
    path: () => 'console/payouts?new=yes',
    as: OPERATOR,
    until: 'Mavi Tur',
    focused: 'Prepare 4',
  },
  {
    name: 'payouts-approve',
    path: ({ payoutId }) => `console/payouts?batch=${payoutId}`,
    as: ADMIN,
    until: 'The largest',
    size: { width: 1280, height: 860 },
  },
  {
    name: 'batch-sheet',
    path: ({ payoutId }) => `console/payouts?batch=${payoutId}`,
    as: ADMIN,
    until: 'The largest',
    size: { width: 794, height: 1000 },
    isOnPaper: true,
  },
  {
    name: 'payer',
    path: ({ payerPath }) => payerPath.slice(1),
    until: 'Copy',
    size: { width: 390, height: 844 },
  },
];

/** The answers carry the time of this machine, by which the console sets its clock. */
async function fixTime(page: Page, nowMs: number): Promise<void> {
  await page.clock.setFixedTime(nowMs);
  await page.route(/[/](graphql|trpc)/, async (route) => {
    if (route.request().headers().accept === 'text/event-stream') return route.fallback();
    const response = await route.fetch();
    const date = new Date(nowMs).toUTCString();
    return route.fulfill({ response, headers: { ...response.headers(), date } });
  });
}

async function take(browser: Browser, desk: PictureDesk, picture: Picture): Promise<Buffer> {
  const { service } = desk;
  const context = await browser.newContext({
    viewport: picture.size ?? { width: 1280, height: 720 },
    locale: 'en-US',
    timezoneId: 'Europe/Istanbul',
    reducedMotion: 'reduce',
  });
  try {
    const page = await context.newPage();
    await fixTime(page, service.clock.nowMs());
    await page.goto(`${service.url}/${picture.path(desk)}`);
    if (picture.as) {
      await signIn(page, picture.as);
      await page.mouse.move(0, 0);
      await page.getByText('Live', { exact: true }).waitFor({ state: 'attached' });
    }
    await page.getByText(picture.until).first().waitFor({ state: 'attached' });
    if (picture.focused) await page.locator('button:focus', { hasText: picture.focused }).waitFor();
    if (picture.isOnPaper) await page.emulateMedia({ media: 'print' });
    const fullPage = picture.isOnPaper ?? false;
    return await toWebp(context, await page.screenshot({ fullPage, animations: 'disabled', caret: 'hide' }));
  } finally {
    await context.close();
  }
}

/** Writes a PNG as a WebP, which has a third of its size. */
async function toWebp(context: BrowserContext, png: Buffer): Promise<Buffer> {
  const page = await context.newPage();
  const url: string = await page.evaluate(`(async () => {
    const picture = new Image();
    picture.src = 'data:image/png;base64,${png.toString('base64')}';
    await picture.decode();
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    canvas.getContext('2d').drawImage(picture, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    return new Promise((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result);
      reader.readAsDataURL(blob);
    });
  })()`);
  await page.close();
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

// The pictures of the documents: `npm run docs:pictures`. The same data and time give the same pictures.
await using desk = await openPictureDesk();
// A page that is drawn in parts, in the order in which they came, has other shades at round corners each time.
const browser = await launch(['--disable-partial-raster']);
mkdirSync(FOLDER, { recursive: true });
for (const picture of PICTURES) {
  const bytes = await take(browser, desk, picture);
  if (bytes.length > MAX_BYTES)
    throw new Error(`${picture.name}.webp has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  writeFileSync(join(FOLDER, `${picture.name}.webp`), bytes);
  process.stdout.write(`docs/pictures/${picture.name}.webp: ${(bytes.length / 1000).toFixed(0)} kB\n`);
}
await browser.close();
