import { bankFileProfile } from './bank-file-profile.ts';

/** Profiles that come with the service. If a bank differs, admins store a copy with another id and change that. */
export const BANK_FILE_PROFILES = [
  bankFileProfile.parse({ id: 'iso20022', title: 'ISO 20022 pain.001.001.09' }),
  bankFileProfile.parse({
    id: 'sepa',
    title: 'SEPA pain.001.001.09',
    serviceLevel: 'SEPA',
    charges: 'SLEV',
  }),
  bankFileProfile.parse({
    id: 'sepa-2009',
    title: 'SEPA pain.001.001.03',
    format: 'pain.001.001.03',
    serviceLevel: 'SEPA',
    charges: 'SLEV',
  }),
] as const;
