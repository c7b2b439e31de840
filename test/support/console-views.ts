import type { Page } from 'playwright-core';
import { PROFILE_VIEWS } from './console-profiles.ts';
import type { english } from './texts.ts';

type Words = typeof english;

/** A screen, a dialog or a pane of the console, in any language. */
interface View {
  readonly name: string;
  readonly path: string;
  /** Brings the page into the state to check. */
  readonly reach: (page: Page, t: Words) => Promise<void>;
  /** Whether the screen asks before it is left within the console. */
  readonly isGuarded?: boolean;
}

const pane = (page: Page) => page.getByRole('complementary');
const table = (page: Page) => page.getByRole('table').first().waitFor();

/** Presses the first button of this name. */
export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click();
}

/** Presses a key that opens a dialog about the first row. */
async function pressKey(page: Page, key: string): Promise<void> {
  await page.locator('tr.selected').waitFor();
  await page.keyboard.press(key);
  await page.getByRole('dialog').waitFor();
}

/**
 * Goes to a path of the console without loading it again, via a screen that does not exist, which ends what the earlier
 * screen showed. `root` is the URL of the console.
 */
export async function goWithin(page: Page, root: string, { path, t }: { path: string; t: Words }) {
  const go = (url: string) =>
    page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(url)}); dispatchEvent(new Event('popstate'))`,
    );
  await go(`${root}/left`);
  await page.getByText(t.shell.goToQueue).waitFor();
  await go(`${root}/${path}`);
}

/** Opens a dialog and sends it as it is, so that it shows its messages. */
async function sendEmpty(page: Page, open: string, send: string): Promise<void> {
  await press(page, open);
  await page.getByRole('dialog').getByRole('button', { name: send }).click();
  await page.locator('.field-problem').first().waitFor();
}

const ADMIN_VIEWS: readonly View[] = [
  { name: 'clients', path: 'clients', reach: table },
  {
    name: 'new-person',
    path: 'clients',
    reach: (page, t) => sendEmpty(page, t.clients.newPerson, t.clients.create),
  },
  {
    name: 'new-merchant',
    path: 'clients',
    async reach(page, t) {
      await press(page, t.clients.newMerchant);
      const form = page.getByRole('dialog');
      await form.getByLabel(t.clients.appKey).fill('no');
      await form.getByLabel(t.clients.callbackUrl).fill('ftp://192.0.2.1');
      await form.getByLabel(t.clients.ipAddresses).fill('10.0.0.0/8\n300.1.1.1\n10.0.0.1/8');
      await form.getByRole('button', { name: t.clients.create }).click();
      await page.locator('.field-problem').nth(3).waitFor();
    },
  },
  { name: 'edit-client', path: 'clients', reach: (page, t) => press(page, t.ui.edit) },
  { name: 'rotate', path: 'clients', reach: (page, t) => press(page, t.clients.rotate) },
  {
    name: 'secret',
    path: 'clients',
    isGuarded: true,
    async reach(page, t) {
      await press(page, t.clients.newPerson);
      await page.getByRole('dialog').getByLabel(t.clients.name, { exact: true }).fill('Ayşe Yılmaz');
      await page.getByRole('dialog').getByRole('button', { name: t.clients.create }).click();
      await page.getByText(t.clients.storeNow).waitFor();
      await page.keyboard.press('Escape');
      await page.getByText(t.clients.askStored).waitFor();
    },
  },
  { name: 'banks', path: 'banks', reach: table },
  {
    name: 'new-bank',
    path: 'banks',
    async reach(page, t) {
      await press(page, t.banks.newBank);
      await page.getByRole('dialog').getByLabel(t.banks.smallest).first().fill('5');
      await page.getByRole('dialog').getByRole('button', { name: t.ui.save }).click();
      await page.getByText(t.banks.bothOrNone).waitFor();
    },
  },
  { name: 'new-account', path: 'banks', reach: (page, t) => sendEmpty(page, t.banks.newAccount, t.ui.save) },
  { name: 'blacklist', path: 'blacklist', reach: table },
  {
    name: 'new-entry',
    path: 'blacklist',
    reach: (page, t) => sendEmpty(page, t.blacklist.newEntry, t.blacklist.add),
  },
  { name: 'audit', path: 'audit', reach: table },
  {
    name: 'audit-wrong',
    path: `audit?about=${'x'.repeat(201)}`,
    reach: (page) => page.locator('.field-problem').waitFor(),
  },
  { name: 'audit-row', path: 'audit', reach: (page, t) => press(page, t.audit.detailsOf('1')) },
  {
    name: 'no-such-screen',
    path: 'nowhere',
    reach: (page, t) => page.getByText(t.shell.goToQueue).waitFor(),
  },
];

/** Transactions that the views of the desk show. */
export interface Shown {
  readonly pending: string;
  readonly settled: string;
  readonly withdrawal: string;
  /** A batch of payouts that waits for its approval. */
  readonly payout: string;
}

function payoutViews({ payout }: Shown): readonly View[] {
  return [
    { name: 'payouts', path: 'payouts', reach: table },
    { name: 'payouts-new', path: 'payouts?new=yes', reach: table },
    {
      name: 'payouts-batch',
      path: `payouts?batch=${payout}`,
      reach: (page, t) => page.getByText(t.payouts.review.largest).waitFor(),
    },
  ];
}

/** Screens in addition to those of the daily work. */
const OTHER_VIEWS: readonly View[] = [
  {
    name: 'reconciliation-day',
    path: 'reconciliation?view=days',
    reach: (page, t) => page.getByText(t.day.open).waitFor(),
  },
  {
    name: 'reconciliation-files',
    path: 'reconciliation?view=files',
    reach: (page, t) => page.getByText(t.files.empty).waitFor(),
  },
  { name: 'callbacks', path: 'callbacks', reach: (page, t) => page.getByText(t.callbacks.about).waitFor() },
  { name: 'templates', path: 'templates', reach: (page, t) => page.getByText(t.reasons.about).waitFor() },
  {
    name: 'palette',
    path: 'queue',
    // It stays on top of the next screen.
    isGuarded: true,
    async reach(page, t) {
      await table(page);
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('Ayşe');
      await page.getByRole('dialog').getByText(t.palette.groups.transactions).waitFor();
    },
  },
];

function deskViews({ pending, settled, withdrawal }: Shown): readonly View[] {
  return [
    { name: 'queue', path: 'queue', reach: table },
    {
      name: 'queue-many',
      path: 'queue',
      async reach(page, t) {
        await page.locator('tbody').getByRole('checkbox').first().click();
        await press(page, t.queue.settleChosen);
        await page.getByRole('dialog').waitFor();
      },
    },
    { name: 'queue-help', path: 'queue', reach: (page, t) => press(page, t.queue.shortcuts) },
    {
      name: 'queue-settle',
      path: 'queue',
      reach: (page) => pressKey(page, 's'),
    },
    {
      name: 'queue-reject',
      path: 'queue',
      reach: (page) => pressKey(page, 'r'),
    },
    {
      name: 'queue-open',
      path: `queue?open=${pending}`,
      reach: (page, t) => pane(page).getByText(t.detail.labels.created, { exact: true }).waitFor(),
    },
    {
      name: 'queue-withdrawal',
      path: `queue?open=${withdrawal}`,
      reach: (page, t) => pane(page).getByText(t.detail.labels.created, { exact: true }).waitFor(),
    },
    { name: 'search', path: 'search', reach: table },
    {
      name: 'search-late',
      path: 'search?isLate=true',
      reach: (page, t) => page.getByText(t.search.lateHint).waitFor(),
    },
    {
      name: 'search-wrong',
      path: 'search?minAmount=abc',
      reach: (page, t) => page.getByText(t.search.wrongFilterHint).waitFor(),
    },
    {
      name: 'search-open',
      path: `search?open=${settled}`,
      reach: (page, t) => pane(page).getByText(t.detail.labels.created, { exact: true }).waitFor(),
    },
    {
      name: 'search-missing',
      path: 'search?open=000000000000000000000000',
      reach: (page, t) => page.getByText(t.ui.failed).waitFor(),
    },
    {
      name: 'reconciliation',
      path: 'reconciliation',
      async reach(page, t) {
        await page.getByText(t.desk.empty.decide).waitFor();
        await press(page, t.imports.title);
        await press(page, t.imports.paste);
        await page.getByRole('button', { name: t.imports.read, exact: true }).click();
        await page.getByText(t.imports.pasteEmpty).waitFor();
      },
    },
    {
      name: 'reconciliation-held',
      path: 'reconciliation?group=held',
      reach: (page, t) => page.getByText(t.desk.heldStatements.empty).waitFor(),
    },
    { name: 'overview', path: 'overview', reach: (page) => page.getByRole('figure').nth(2).waitFor() },
    {
      name: 'overview-by-bank',
      path: 'overview?by=bank&days=7',
      reach: (page) => page.getByRole('figure').nth(2).waitFor(),
    },
    {
      name: 'overview-client',
      path: 'overview?by=client&days=90',
      reach: (page) => page.locator('.readout').nth(3).waitFor(),
    },
    {
      name: 'overview-table',
      path: 'overview?by=bank&days=7',
      reach: (page, t) => page.getByText(t.overview.asTable(t.overview.metrics.deposits[0]!)).click(),
    },
  ];
}

/** All screens, with their dialogs and panes. */
export function consoleViews(shown: Shown): readonly View[] {
  return [...ADMIN_VIEWS, ...PROFILE_VIEWS, ...deskViews(shown), ...payoutViews(shown), ...OTHER_VIEWS];
}
