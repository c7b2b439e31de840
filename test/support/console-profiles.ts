import type { Locator, Page } from 'playwright-core';
import { ADMIN, call, type Json, type TestService } from '../harness.ts';
import { expectData } from './responses.ts';
import type { english } from './texts.ts';

/** Reads a profile that somebody has added; undefined if there is none. */
export async function readProfile(service: TestService, id: string): Promise<Json> {
  const listed = expectData(await call(service, '/v1/statement-profiles', { sign: 'timed', as: ADMIN }));
  const found = listed.find(({ profileId, isBuiltIn }: Json) => profileId === id && !isBuiltIn);
  return found && JSON.parse(found.profile);
}

/** Adds a profile over REST. */
export async function saveProfile(service: TestService, profile: Json): Promise<void> {
  const as = { sign: 'timed', as: ADMIN } as const;
  expectData(
    await call(service, '/v1/statement-profiles', { ...as, json: { profile: JSON.stringify(profile) } }),
  );
}

/** Locates the form of a profile. */
export const editor = (page: Page): Locator => page.locator('.profile-editor');

/** Locates the JSON of a profile, which has to be opened once. */
export const options = (page: Page): Locator => editor(page).getByLabel('The profile, as JSON');

/** Changes options of a profile, as somebody does who edits the JSON. */
export async function changeOptions(page: Page, changes: Json): Promise<void> {
  const now = JSON.parse(await options(page).inputValue());
  await options(page).fill(JSON.stringify({ ...now, ...changes }, null, 2));
}

/** Locates the result of reading the sample. */
export const result = (page: Page): Locator => page.getByRole('region', { name: 'As it would be read' });

/** Locates the choice of what a column of the sample holds. */
export const choiceOf = (page: Page, column: string): Locator =>
  editor(page).locator('.sample-columns').getByLabel(column);

/** A bank whose amounts have no sign: two columns, points, and the sender in the description. */
export const LAKE = [
  'Booked on|Paid out|Paid in|Wording|Ref',
  '2026-11-20||1,250.50|TRF/ADA KAYA/77|A1',
  '2026-11-21|12.00||FEE|A2',
].join('\n');

/** A table whose last row cannot be read. */
const SAMPLE =
  'Tarih;Gün;Tutar;Notlar\n22.11.2026;Pazar;1.250,50;FAST*Ayşe Çağlayan*kira\n22.11.2026;;kira;\n';

/** The views of the columns of banks, in any language. */
export const PROFILE_VIEWS = [
  {
    name: 'profiles',
    path: 'reconciliation?view=profiles',
    reach: (page: Page) => page.getByRole('table').first().waitFor(),
  },
  {
    name: 'profile-fixed',
    path: 'reconciliation?view=profiles&open=garanti-bbva',
    reach: (page: Page, t: typeof english) => page.getByText(t.profiles.fixed).waitFor(),
  },
  {
    name: 'profile-new',
    path: 'reconciliation?view=profiles&new=yes',
    async reach(page: Page, t: typeof english) {
      const press = (name: string) => page.getByRole('button', { name }).first().click();
      await page.getByLabel(t.profiles.sampleLabel).fill(SAMPLE);
      await page.locator('.tried-rows').waitFor();
      await page.locator('summary').click();
      await press(t.profiles.save);
      await page.getByText(t.profiles.askUnread).waitFor();
      await press(t.profiles.saveReally);
      await page.locator('.field-problem').first().waitFor();
    },
  },
] as const;
