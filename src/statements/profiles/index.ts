import { akbank } from './akbank.ts';
import { enpara } from './enpara.ts';
import { garantiBbva } from './garanti-bbva.ts';
import { generic } from './generic.ts';
import { halkbank } from './halkbank.ts';
import { isBankasi } from './is-bankasi.ts';
import type { BankProfile } from './profile.ts';
import { vakifbank } from './vakifbank.ts';
import { yapiKredi } from './yapi-kredi.ts';
import { ziraat } from './ziraat.ts';

/** The banks whose tables are recognized by their header. */
export const BANK_PROFILES: readonly BankProfile[] = [
  isBankasi,
  akbank,
  ziraat,
  vakifbank,
  garantiBbva,
  yapiKredi,
  enpara,
  halkbank,
];

/** The profile for a table of another bank, which somebody has to choose. */
export const GENERIC_PROFILE: BankProfile = generic;
