import { test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useBrowser } from '../support/browser.ts';
import { consoleUrl, openConsole } from '../support/console.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useBrowser();
const service = useService();

test('a tab that is still loading is signed out when another tab signs out', async () => {
  const { page, context } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  const opening = await context.newPage();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await opening.route('**/graphql', async (route) => {
    await held;
    await route.fallback();
  });
  const requested = opening.waitForRequest('**/graphql');
  await opening.goto(consoleUrl(service(), 'queue'));
  await requested;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await opening.getByText('You signed out in another tab.').waitFor();
  const responded = opening.waitForResponse('**/graphql');
  release();
  await (await responded).finished();
  // A late response would be rendered by then.
  await opening.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await opening.getByRole('button', { name: 'Sign in' }).waitFor();
});
