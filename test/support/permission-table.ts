import { fileURLToPath } from 'node:url';
import { ROLES } from '../../src/kernel/role.ts';
import { OPERATIONS } from './operations.ts';

/** The path of the committed table. */
export const PERMISSIONS_FILE = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url));

const INTRODUCTION = `# Permissions

Which roles may run each operation. Payers have the link of one deposit instead of a key. A test key can only access what
test keys have created. \`npm run schema\` generates this table from the operations. A change in this table changes
rights: review it accordingly.`;

const SIGNS = `## Signs

These commands are idempotent, so a key can send them again with the same [sign](rest.md#signing):`;

const MODES = { both: 'live, test', live: 'live', test: 'test' };

/** The names of the commands of keys that accept a sign again; those with a star do so without a plan. */
function repeatableNames(): readonly string[] {
  return OPERATIONS.flatMap((one) => {
    if (one.kind !== 'command' || one.roles.includes('payer') || !one.isIdempotent) return [];
    return `\`${one.name}\`${one.isIdempotent === true ? '' : '\\*'}`;
  }).sort((a, b) => a.localeCompare(b, 'en'));
}

/** Prints the roles and modes of every operation, and the commands that accept a sign again. */
export function printPermissions(): string {
  const roles = [...ROLES, 'payer'] as const;
  const rows = OPERATIONS.map(({ name, ...permission }) => [
    `\`${name}\``,
    ...roles.map((role) => (permission.roles.includes(role) ? 'yes' : '–')),
    permission.roles.includes('payer') ? '' : MODES[permission.modes],
  ]).sort(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
  const head = ['operation', ...roles, 'keys'];
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const signs = `${SIGNS} ${repeatableNames().join(', ')}. Every other command accepts each sign once, and so do those with a star if \`holdSeconds\` is given.`;
  return `${INTRODUCTION}\n\n${lines.join('\n')}\n\n${signs}\n`;
}
