import { z } from 'zod';
import type { AuditView } from '../../audit/audit.ts';
import type { AuditVerdict } from '../../maintenance/domain/consistency.ts';
import { describeDisagreement } from '../../maintenance/domain/disagreements.ts';
import * as operations from '../operation-list.ts';
import type { ShownColumns } from './columns.ts';
import { type CommandGroup, customCommand } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { orDash } from './table.ts';

const shows: ShownColumns<AuditView> = [
  'position:ROW occurredAt',
  ['BY', describeActor],
  'address:FROM operation',
  ['TARGET', ({ targetKind, target }) => `${targetKind} ${target}`],
  'before after',
];

function describeActor({ actorKind, actor, actorName }: AuditView): string {
  if (actorKind === 'payer') return 'payer';
  if (actorName !== null) return `${actorName} (${actor})`;
  return actorKind === 'commandLine' ? `${actor} (command line)` : orDash(actor);
}

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash that an earlier audit verify printed.');

/** Commands for the audit log. */
export const auditCommands: CommandGroup = {
  name: 'audit',
  summary: 'Shows and verifies the log of what people and keys changed.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the commands of people and keys that changed something, newest first.',
      operation: operations.listAudit,
      parameters: [
        '--actor <name> --actor-kind <kind>',
        { syntax: '--operation <name>', help: 'Only this operation, such as updateClient.' },
        '--target <id> --from <timestamp> --to <timestamp> --limit <number> --after <cursor>',
      ],
      example: 'audit list --operation addAccount --limit 20',
      shows,
    }),
    customCommand({
      name: 'verify',
      summary: 'Verifies that no row of the audit log was changed or removed.',
      input: z.object({ known: hash.optional() }),
      parameters: [
        {
          syntax: '--known <hash>',
          help: 'The hash that an earlier audit verify printed: it must still be in the log.',
        },
      ],
      example: 'audit verify',
      onlyReads: () => true,
      async run({ verifyAudit }, { known }) {
        const verdict = await verifyAudit(known);
        const agrees = verdict.first === null && !verdict.lacksKnownHash;
        return { text: describe(verdict), data: toData(verdict, agrees), failed: !agrees };
      },
    }),
  ],
};

function describe({ rows, lastHash, first, count, lacksKnownHash }: AuditVerdict): string {
  const lines: string[] = [];
  if (first) lines.push(describeDisagreement(first));
  if (count > 1) lines.push(`It is the first of ${count} disagreements: bank-transfers verify lists all.`);
  if (lacksKnownHash) lines.push('No row has the hash that was given: the log was replaced from there on.');
  if (lines.length === 0) lines.push(`The audit log is whole: ${rows} ${rows === 1 ? 'row' : 'rows'}.`);
  return [...lines, `Last hash: ${lastHash}`].map((line) => `${line}\n`).join('');
}

function toData({ rows, lastHash, first, count, lacksKnownHash }: AuditVerdict, agrees: boolean) {
  const found = first && { ...first, text: describeDisagreement(first) };
  return { agrees, rows, lastHash, first: found, disagreements: count, lacksKnownHash };
}
