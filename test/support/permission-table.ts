import { fileURLToPath } from 'node:url';
import { ROLES } from '../../src/kernel/role.ts';
import { OPERATIONS } from './operations.ts';

/** The path of the committed table. */
export const PERMISSIONS_FILE = fileURLToPath(new URL('../../docs/permissions.md', import.meta.url));

const INTRODUCTION = `# Permissions

Who may run each operation, by the role of the key; payers have the link of one deposit instead of a key. A test key works
only on what test keys have made. This table is written from the operations by \`npm run schema\`: a change of it is a change
of rights, so read it as one.`;

const SIGNS = `## Signs

A repeat of these commands changes nothing more, so a key can send them again with the same [sign](rest.md#signing):`;

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
  const signs = `${SIGNS} ${repeatableNames().join(', ')}. Every other command accepts each sign once; so do those with a star when \`holdSeconds\` is given.`;
  return `${INTRODUCTION}\n\n${lines.join('\n')}\n\n${signs}\n`;
}
