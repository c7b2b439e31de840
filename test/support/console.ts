import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Credentials } from '../harness.ts';

/** Returns the URL of a screen of the console. */
export function consoleUrl(service: { readonly url: string }, path = ''): string {
  return `${service.url}/console${path && `/${path}`}`;
}

/** Signs in on the sign-in screen. */
export async function signIn(page: Page, { appKey, secret }: Credentials): Promise<void> {
  await page.getByLabel('appKey').fill(appKey);
  await page.getByLabel('Secret').fill(secret);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens the menu of the person who is signed in. */
export const openAccount = (page: Page, name = 'Account'): Promise<void> =>
  page.getByRole('button', { name: new RegExp(`^${name}:`) }).click();

/** Signs out. */
export async function signOut(page: Page): Promise<void> {
  await openAccount(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
}

/** Opens a screen of the console with a key, and waits until the stream is live. */
export async function openConsole(
  page: Page,
  service: { readonly url: string },
  { as, path = 'queue' }: { readonly as: Credentials; readonly path?: string },
): Promise<void> {
  await page.goto(consoleUrl(service, path));
  await signIn(page, as);
  await page.getByText('Live', { exact: true }).waitFor();
}

/** Stops the time to undo a decision in a page. Its timers continue. */
export const holdUndo = (page: Page): Promise<void> => page.clock.setFixedTime(Date.now());

/** The pages whose streams are cut. */
const cut = new WeakSet<Page>();

/** Aborts the event streams of a page. All other requests work. */
export async function cutStreams(page: Page): Promise<void> {
  cut.add(page);
  await page.route('**/graphql', (route) =>
    cut.has(page) && route.request().headers().accept === 'text/event-stream'
      ? route.abort()
      : route.fallback(),
  );
}

/**
 * Lets the event streams of a page through again, and waits until its own is live. The route stays, because a request
 * that is held while its route is removed can hang.
 */
export async function mendStreams(page: Page): Promise<void> {
  cut.delete(page);
  await goOnline(page);
}

/**
 * Waits until the stream of a page is live again. After many failures this could take as long as a test is allowed to.
 */
async function goOnline(page: Page): Promise<void> {
  const live = page.getByText('Live', { exact: true });
  await expect
    .poll(async () => {
      await page.evaluate("dispatchEvent(new Event('online'))");
      return live.count();
    })
    .toBe(1);
}

/**
 * Holds the requests of a page whose body contains a text, or one of several.
 * @returns a function that lets them through.
 */
export async function holdRequests(
  page: Page,
  held: string | ((body: string) => boolean),
): Promise<() => void> {
  const isHeld = typeof held === 'string' ? (body: string) => body.includes(held) : held;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/graphql', async (route) => {
    if (isHeld(route.request().postData() ?? '')) await released;
    await route.fallback();
  });
  return release;
}
