import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createMany, createNamed, readPlannedStatus, rowOf } from '../support/console-queue.ts';
import { everyNth, IS_LONG } from '../support/long.ts';
import { testLong } from '../support/long-test.ts';
import { createPayable, type PayableDeposit, settle } from '../support/payments.ts';
import { useOwnServices, useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();
const startOwn = useOwnServices();

/** Types a line into the one field, and settles what it finds. */
async function settleTyped(page: Page, typed: string): Promise<void> {
  await page.getByLabel('Find').fill(typed);
  await page.keyboard.press('Shift+Enter');
}

const FILTERS = [
  ['userId=somebody', '7310'],
  ['status=successful', '7320'],
  ['reason=expired', '7330'],
  ['isLate=true', '7340'],
] as const;

test.each(everyNth(2, FILTERS))(
  'Shift+Enter settles nothing that the search leaves out by %s',
  async (filter, amount) => {
    const hidden = await createPayable(service(), { name: 'Hidden Payer', amount });
    const { page } = await openPage();
    await openConsole(page, service(), { as: OPERATOR, path: `search?${filter}` });
    await settleTyped(page, amount);
    await page.getByText(`“${amount}”: 0 waiting. Nothing was settled.`).waitFor();
    expect(await readPlannedStatus(service(), hidden)).toBeUndefined();
  },
);

test('Shift+Enter right after a settle says that it is already decided, and what still waits', async () => {
  const own = await startOwn();
  const deposit = await createNamed(own);
  const { page } = await openPage();
  await openConsole(page, own, { as: OPERATOR });
  await rowOf(page, deposit).waitFor();
  await settleTyped(page, '500');
  await page.getByText(`Settled: 500.00 · ${deposit.name}`).waitFor();
  await settleTyped(page, '500');
  await page.getByText('“500”: 1 already decided, 0 waiting. Nothing was settled.').waitFor();
});

testLong('Shift+Enter counts no further than it has read of what is decided', async () => {
  const own = await startOwn();
  for (const deposit of await createMany(own, 51)) await settle(own, deposit);
  const { page } = await openPage();
  await openConsole(page, own, { as: OPERATOR, path: 'search?status=successful' });
  await settleTyped(page, '500');
  await page.getByText('“500”: 50+ already decided, 0 waiting. Nothing was settled.').waitFor();
});

/** Lets no request to settle a deposit through. */
async function failToSettle(page: Page, { transactionId }: PayableDeposit): Promise<void> {
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? '';
    const isIt = body.includes('mutation Settle(') && body.includes(transactionId);
    return isIt ? route.abort() : route.fallback();
  });
}

const WAYS: Readonly<Record<string, (page: Page, deposit: Parameters<typeof rowOf>[1]) => Promise<void>>> = {
  async 'with Shift+S'(page, deposit) {
    await rowOf(page, deposit).getByRole('link').focus();
    await page.keyboard.press('Shift+S');
  },
  'with Shift+Enter': (page, { name }) => settleTyped(page, name),
};

describe.each(Object.keys(WAYS))('a deposit that could not be settled %s', (way) => {
  /** Settles two deposits one after another; the first one fails. */
  async function settleTwo() {
    const own = await startOwn();
    const [one, other] = await createMany(own, 2);
    const { page } = await openPage();
    await openConsole(page, own, { as: OPERATOR });
    await failToSettle(page, one!);
    await rowOf(page, other!).waitFor();
    const failure = page.getByText(new RegExp(`^${one!.name}: The service cannot be reached`));
    await WAYS[way]!(page, one!);
    await failure.waitFor();
    await WAYS[way]!(page, other!);
    await page.getByText(`Settled: 500.00 · ${other!.name}`).waitFor();
    return { page, failure, one: one! };
  }

  test('stays reported after the next one is settled', async () => {
    const { failure } = await settleTwo();
    expect(await failure.count()).toBe(1);
  });

  const testMost = test.runIf(IS_LONG || way === 'with Shift+S');

  testMost('is shown until it is settled', async () => {
    const { page, failure, one } = await settleTwo();
    await page.unroute('**/graphql');
    await WAYS[way]!(page, one);
    await failure.waitFor({ state: 'detached' });
  });

  testMost('is shown until Escape, after the notice below it', async () => {
    const { page, failure } = await settleTwo();
    await page.locator('body').press('Escape');
    await page.locator('.notice [role=status]:empty').waitFor();
    expect(await failure.count()).toBe(1);
    await page.locator('body').press('Escape');
    await failure.waitFor({ state: 'detached' });
  });

  testMost('is shown until the notice is closed', async () => {
    const { page, failure } = await settleTwo();
    await page.locator('.notice').getByRole('button', { name: 'Close' }).click();
    await failure.waitFor({ state: 'detached' });
  });
});

test.each(Object.keys(WAYS))(
  'a deposit that is not allowed to be settled %s stays named after the next one',
  async (way) => {
    const own = await startOwn();
    const other = await createNamed(own);
    const name = 'Hidden Person';
    const one = { ...(await createPayable(own, { name })), name };
    const { db, runtime } = own.dependencies;
    const value = 'hidden.person';
    const entry = {
      id: runtime.newId(),
      kind: 'convertedName',
      value,
      clientId: null,
      reason: null,
    } as const;
    await db.run('addToBlacklist', { entry: { ...entry, createdAtMs: runtime.nowMs() } });
    const { page } = await openPage();
    await openConsole(page, own, { as: OPERATOR });
    await rowOf(page, one).getByText('blacklisted').waitFor();
    const failure = page.getByText(`${one.name}: It is blacklisted.`);
    await WAYS[way]!(page, one);
    await failure.waitFor();
    await WAYS[way]!(page, other);
    await page.getByText(`Settled: 500.00 · ${other.name}`).waitFor();
    expect(await failure.count()).toBe(1);
  },
);

/** How often the field has asked what waits for its text. */
const askedIn = (variables: readonly unknown[]): number =>
  variables.filter((one) => !('before' in (one as object))).length;

describe('what is typed and settled', () => {
  async function openField() {
    const deposit = await createNamed(service());
    const { page, variablesOf } = await openPage();
    await openConsole(page, service(), { as: OPERATOR });
    await rowOf(page, deposit).waitFor();
    await page.getByLabel('Find').fill(deposit.name);
    /** Presses Shift+Enter twice before anything is answered. */
    const pressTwice = (isHeld: boolean) =>
      page.evaluate(`(() => {
        for (const repeat of [false, ${isHeld}])
          document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, repeat, bubbles: true, cancelable: true }),
          );
      })()`);
    const settled = page.getByText(`Settled: 500.00 · ${deposit.name}`);
    return { pressTwice, settled, asked: () => askedIn(variablesOf('query Queue(')) };
  }

  test('is settled once while the keys are held down', async () => {
    const { pressTwice, settled, asked } = await openField();
    await pressTwice(true);
    await settled.waitFor();
    expect(asked()).toBe(1);
  });

  test('is asked for once until the answer has come', async () => {
    const { pressTwice, settled, asked } = await openField();
    await pressTwice(false);
    await settled.waitFor();
    expect(asked()).toBe(1);
  });
});
