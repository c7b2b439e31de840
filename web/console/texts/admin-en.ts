export { audit } from './en/admin/audit.ts';
export { banks } from './en/admin/banks.ts';
export { blacklist } from './en/admin/blacklist.ts';
export { clients } from './en/admin/clients.ts';
export { adminFields } from './en/admin/fields.ts';
export { paymentPage } from './en/admin/payment-page.ts';
export { policies } from './en/admin/policies.ts';
export { reasons } from './en/admin/reasons.ts';
