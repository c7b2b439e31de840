import { fileURLToPath } from 'node:url';
import { ROLES } from '../../src/kernel/role.ts';
import { OPERATIONS } from './operations.ts';

/** The path of the committed table. */
export const PERMISSIONS_FILE = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url));

const INTRODUCTION = `# Permissions

Who may run each operation, by the role of the key; payers have the link of one deposit instead of a key. A test key works
only on what test keys have made. This table is written from the operations by \`npm run schema\`: a change of it is a change
of rights, so read it as one.`;

const MODES = { both: 'live, test', live: 'live', test: 'test' };

/** Prints the roles and modes of every operation. */
export function printPermissions(): string {
  const roles = [...ROLES, 'payer'] as const;
  const rows = OPERATIONS.map(({ name, ...permission }) => [
    `\`${name}\``,
    ...roles.map((role) => (permission.roles.includes(role) ? 'yes' : '–')),
    permission.roles.includes('payer') ? '' : MODES[permission.modes],
  ]).sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
  const head = ['operation', ...roles, 'keys'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return `${INTRODUCTION}\n\n${lines.join('\n')}\n`;
}
