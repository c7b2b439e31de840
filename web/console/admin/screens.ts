import '../styles/filters.css';
import '../styles/stacked.css';
import { addFieldWords } from '../service/field-words.ts';
import { adminTexts, loadAdminTexts } from '../texts/admin.ts';

await loadAdminTexts();
addFieldWords(adminTexts().adminFields);

/** The screens of admins. Their code and their texts are separate files, which only admins load. */
export { AuditScreen } from '../audit/audit.tsx';
export { BanksScreen } from './banks.tsx';
export { BlacklistScreen } from './blacklist.tsx';
export { ClientsScreen } from './clients.tsx';
export { TemplatesScreen } from './templates.tsx';
