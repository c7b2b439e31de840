export { audit } from './tr/admin/audit.ts';
export { banks } from './tr/admin/banks.ts';
export { blacklist } from './tr/admin/blacklist.ts';
export { clients } from './tr/admin/clients.ts';
export { adminFields } from './tr/admin/fields.ts';
export { paymentPage } from './tr/admin/payment-page.ts';
export { policies } from './tr/admin/policies.ts';
export { reasons } from './tr/admin/reasons.ts';
