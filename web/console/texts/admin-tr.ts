import type { AdminTexts } from './admin-en.ts';
import { audit } from './tr/admin/audit.ts';
import { banks } from './tr/admin/banks.ts';
import { blacklist } from './tr/admin/blacklist.ts';
import { clients } from './tr/admin/clients.ts';
import { adminFields } from './tr/admin/fields.ts';
import { paymentPage } from './tr/admin/payment-page.ts';
import { policies } from './tr/admin/policies.ts';
import { reasons } from './tr/admin/reasons.ts';

export const texts: AdminTexts = {
  adminFields,
  audit,
  banks,
  blacklist,
  clients,
  paymentPage,
  policies,
  reasons,
};
