import { z } from 'zod';
import { type ClientView, viewClient } from '../../admin/clients.ts';
import { unknownClient } from '../../admin/fields.ts';
import { idText } from '../../operations/fields.ts';
import * as operations from '../operation-list.ts';
import { clientPageCommands } from './client-pages.ts';
import { type ShownColumns, tableOf } from './columns.ts';
import { type CommandGroup, customCommand } from './command.ts';
import { operationCommand } from './operation-command.ts';

/** A longer allowlist is cut off in the table; `--json` has all of it. */
const MAX_PRINTED_BLOCKS = 3;

const shows: ShownColumns<ClientView> = [
  'appKey name role',
  ['KEY', ({ test }) => (test ? 'test' : 'live')],
  ['STATE', ({ disabledAt }) => (disabledAt === null ? 'enabled' : 'disabled')],
  ['TIMED SIGN', ({ requiresTimedSign }) => (requiresTimedSign ? 'required' : '-')],
  ['IP ADDRESSES', ({ ipAllowlist }) => formatBlocks(ipAllowlist)],
  'callbackUrl createdAt',
];

function formatBlocks(blocks: readonly string[]): string {
  if (blocks.length === 0) return 'any';
  const hidden = blocks.length - MAX_PRINTED_BLOCKS;
  return blocks.slice(0, MAX_PRINTED_BLOCKS).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

const formatClient = tableOf(operations.updateClient.output, shows);

function formatSecret(client: ClientView, secret: string): string {
  return `${formatClient(client)}\nSecret: ${secret}\nIt is shown this once and never again: keep it now, and keep it safe.\n`;
}

/** Commands for clients and their keys. */
export const clientCommands: CommandGroup = {
  name: 'clients',
  summary: 'Manages clients and their keys.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the clients by appKey, a page at a time.',
      operation: operations.listClients,
      parameters: ['--after <appKey> --limit <number>'],
      example: 'clients list',
      shows,
    }),
    customCommand({
      name: 'show',
      summary: 'Shows a client.',
      input: z.object({ appKey: idText }),
      parameters: [{ syntax: '<appKey>', help: 'The client.' }],
      example: 'clients show acme-shop',
      async run({ dependencies }, input) {
        const found = await dependencies.clients.findByAppKey(input.appKey);
        if (!found) throw unknownClient();
        const client = viewClient(found, dependencies);
        return { text: formatClient(client), data: client };
      },
    }),
    operationCommand({
      name: 'create',
      summary: 'Creates a client and shows its secret, only this once.',
      operation: operations.createClient,
      parameters: [
        '--name <text> --role <role> --app-key <key> --callback-url <url> --allow-ip <cidr>',
        '--require-timed-sign --test',
      ],
      example: "clients create --name 'Acme Shop' --role merchant --app-key acme-shop",
      format: ({ client, secret }) => formatSecret(client, secret),
    }),
    operationCommand({
      name: 'rotate-secret',
      summary: 'Gives a client a new secret and shows it, only this once.',
      operation: operations.rotateSecret,
      parameters: [
        '<appKey>',
        {
          syntax: '--grace <duration>',
          help: 'How long the current secret still works: at most 30d, 0 ends it at once (default: 24h).',
        },
      ],
      example: 'clients rotate-secret acme-shop --grace 2h',
      format: ({ client, secret, previousSecretEndsAt }) =>
        `${formatSecret(client, secret)}The secret before it ends at ${previousSecretEndsAt}.\n`,
    }),
    operationCommand({
      name: 'disable',
      summary: 'Refuses every request of a client.',
      operation: operations.updateClient,
      fixed: { disabled: true },
      parameters: ['<appKey>'],
      example: 'clients disable acme-shop',
      shows,
    }),
    operationCommand({
      name: 'enable',
      summary: 'Serves a disabled client again.',
      operation: operations.updateClient,
      fixed: { disabled: false },
      parameters: ['<appKey>'],
      example: 'clients enable acme-shop',
      shows,
    }),
    operationCommand({
      name: 'rename',
      summary: 'Changes the name of a client, as payers and the console see it.',
      operation: operations.updateClient,
      parameters: ['<appKey> <name>'],
      example: "clients rename acme-shop 'Acme Store'",
      shows,
    }),
    operationCommand({
      name: 'set-callback',
      summary: 'Sets or clears the URL that the callbacks of a client are sent to.',
      operation: operations.updateClient,
      parameters: ['<appKey>', { syntax: '<url>', field: 'callbackUrl' }],
      example: 'clients set-callback acme-shop https://shop.example.com/callbacks',
      shows,
    }),
    ...clientPageCommands,
    operationCommand({
      name: 'allow-ips',
      summary: 'Sets the IP addresses that the key of a client may be used from.',
      operation: operations.updateClient,
      parameters: [
        '<appKey>',
        {
          syntax: '<cidr...>',
          field: 'ipAllowlist',
          help: 'IPv4 or IPv6 addresses and blocks, which replace the list; or any.',
          parse: (...blocks) => (blocks.length === 1 && blocks[0] === 'any' ? [] : blocks),
        },
      ],
      example: 'clients allow-ips acme-shop 203.0.113.7 2001:db8::/32',
      shows,
    }),
    operationCommand({
      name: 'require-timed-sign',
      summary: 'Refuses or accepts the plain sign for the key of a client.',
      operation: operations.updateClient,
      parameters: ['<appKey> <on|off>'],
      example: 'clients require-timed-sign acme-shop on',
      shows,
    }),
  ],
};
