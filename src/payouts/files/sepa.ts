import type { BankFileProfile } from './bank-file-profile.ts';

/**
 * The country codes of IBANs that SEPA reaches (EPC409-09). Islands and territories have the code of their country, as
 * in the IBAN registry.
 */
const SEPA_COUNTRIES: ReadonlySet<string> = new Set(
  (
    'AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE ' +
    'SI SK SM VA'
  ).split(' '),
);

/** Whether the rules of SEPA apply to the file. */
export function isSepa(profile: BankFileProfile): boolean {
  return 'serviceLevel' in profile && profile.serviceLevel === 'SEPA';
}

/** Whether SEPA reaches an account. @param iban normalized. */
export function isInSepa(iban: string): boolean {
  return SEPA_COUNTRIES.has(iban.slice(0, 2));
}
