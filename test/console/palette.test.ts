import { describe, expect, test } from 'vitest';
import { OPERATOR } from '../harness.ts';
import { useConsole } from '../support/components/console-page.ts';
import { openConsole } from '../support/console.ts';
import { createPayable } from '../support/payments.ts';
import { useService } from '../support/shared-service.ts';

const openPage = useConsole();
const service = useService();

/** More different words than a search takes. */
const TOO_MANY = 'gelen fast havale ada yilmaz dan siparis no bir iki uc odeme';

/** Opens the search over everything with the answer to a name. */
async function find(name: string) {
  await createPayable(service(), { name, userId: name });
  const { page, accessibilityProblems } = await openPage();
  await openConsole(page, service(), { as: OPERATOR });
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Find anything' });
  const field = palette.getByRole('combobox');
  await field.fill(name);
  await palette.getByRole('option', { name: new RegExp(name) }).waitFor();
  return { page, palette, field, accessibilityProblems };
}

describe('the search over everything', () => {
  test('dims what was found by what was typed before, until the next answer', async () => {
    const { palette, field } = await find('Zarife Tok');
    const dimmed = palette.locator('.palette-old');
    expect(await dimmed.count()).toBe(0);
    await field.fill('Zarife Toka');
    await dimmed.getByText(/Zarife Tok/).waitFor();
    expect(await palette.locator('[aria-selected=true]').count()).toBe(0);
    await palette.getByText('Nothing found').waitFor();
    expect(await dimmed.count()).toBe(0);
  });

  test('says why it failed, and Enter opens nothing of the answer before', async () => {
    const { page, palette, field, accessibilityProblems } = await find('Nebahat Uz');
    await field.fill(TOO_MANY);
    await palette.getByRole('alert').getByText('Write at most 10 different words.').waitFor();
    await palette.getByRole('button', { name: 'Try again' }).waitFor();
    await palette
      .locator('.palette-old')
      .getByText(/Nebahat Uz/)
      .waitFor();
    expect(await accessibilityProblems()).toEqual([]);
    await page.keyboard.press('Enter');
    expect(await palette.count()).toBe(1);
    expect(await page.evaluate('location.pathname')).toBe('/console/queue');
  });
});
