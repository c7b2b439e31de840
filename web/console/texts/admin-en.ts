import { audit } from './en/admin/audit.ts';
import { banks } from './en/admin/banks.ts';
import { blacklist } from './en/admin/blacklist.ts';
import { clients } from './en/admin/clients.ts';
import { adminFields } from './en/admin/fields.ts';
import { paymentPage } from './en/admin/payment-page.ts';
import { policies } from './en/admin/policies.ts';
import { reasons } from './en/admin/reasons.ts';

export const texts = { adminFields, audit, banks, blacklist, clients, paymentPage, policies, reasons };

/** The texts of the screens of admins. The English ones say which there are. */
export type AdminTexts = typeof texts;
