/** The screens of admins. Their code is a file of its own, which only admins load. */
export { AuditScreen } from '../audit/audit.tsx';
export { BanksScreen } from './banks.tsx';
export { BlacklistScreen } from './blacklist.tsx';
export { ClientsScreen } from './clients.tsx';
export { TemplatesScreen } from './templates.tsx';
