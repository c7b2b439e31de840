import '../styles/palette.css';
import { loadPaletteTexts } from '../texts/palette.ts';
import { loadReconciliationTexts } from '../texts/reconciliation.ts';
import { Palette } from './palette.tsx';

/** The search over everything. Its code, texts and styles are separate files, loaded when it is first opened. */
export async function loadPalette(): Promise<typeof Palette> {
  // The states of lines use texts of the reconciliation.
  await Promise.all([loadPaletteTexts(), loadReconciliationTexts()]);
  return Palette;
}
