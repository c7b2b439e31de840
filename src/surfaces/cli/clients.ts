import { z } from 'zod';
import {
  type ClientView,
  createClient,
  listClients,
  rotateSecret,
  updateClient,
  viewClient,
} from '../../admin/clients.ts';
import { unknownClient } from '../../admin/fields.ts';
import { ROLES } from '../../kernel/role.ts';
import { idText } from '../../operations/fields.ts';
import { appKey, columns, formatClient } from './client-format.ts';
import { clientPageCommands } from './client-pages.ts';
import { type CommandGroup, customCommand, operationCommand } from './command.ts';
import { renderTable } from './table.ts';
import { orNone, parseDuration, parseOnOff } from './values.ts';

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
      operation: listClients,
      parameters: [
        { syntax: '--after <appKey>', help: 'The last client of the page before.' },
        { syntax: '--limit <number>', help: 'The most clients, up to 1000 (the default).' },
      ],
      example: 'clients list',
      format: (clients) => renderTable(columns, clients),
    }),
    customCommand({
      name: 'show',
      summary: 'Shows a client.',
      input: z.object({ appKey: idText }),
      parameters: [appKey],
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
      summary: 'Creates a client and shows its secret, this once.',
      operation: createClient,
      parameters: [
        { syntax: '--name <text>', help: 'The name of the client, for people.' },
        { syntax: '--role <role>', help: `One of ${ROLES.join(', ')}.` },
        { syntax: '--app-key <key>', help: 'The appKey (default: a random one that starts with the role).' },
        { syntax: '--callback-url <url>', help: 'The URL that callbacks are sent to (default: none).' },
        {
          syntax: '--allow-ip <cidr>',
          field: 'ipAllowlist',
          repeatable: true,
          help: 'An address or block that the key may be used from (default: any).',
        },
        {
          syntax: '--require-timed-sign',
          field: 'requiresTimedSign',
          help: 'Refuse the plain sign for the key.',
        },
        {
          syntax: '--test',
          help: 'Make a test key: its transactions are never live, for ever.',
        },
      ],
      example: "clients create --name 'Acme Shop' --role merchant --app-key acme-shop",
      format: ({ client, secret }) => formatSecret(client, secret),
    }),
    operationCommand({
      name: 'rotate-secret',
      summary: 'Gives a client a new secret and shows it, this once.',
      operation: rotateSecret,
      parameters: [
        appKey,
        {
          syntax: '--grace <duration>',
          field: 'graceSeconds',
          help: 'How long the present secret still works: at most 30d, 0 ends it at once (default: 24h).',
          parse: parseDuration,
        },
      ],
      example: 'clients rotate-secret acme-shop --grace 2h',
      format: ({ client, secret, previousSecretEndsAt }) =>
        `${formatSecret(client, secret)}The secret before it ends at ${previousSecretEndsAt}.\n`,
    }),
    operationCommand({
      name: 'disable',
      summary: 'Refuses every request of a client.',
      operation: updateClient,
      fixed: { disabled: true },
      parameters: [appKey],
      example: 'clients disable acme-shop',
      format: formatClient,
    }),
    operationCommand({
      name: 'enable',
      summary: 'Serves a disabled client again.',
      operation: updateClient,
      fixed: { disabled: false },
      parameters: [appKey],
      example: 'clients enable acme-shop',
      format: formatClient,
    }),
    operationCommand({
      name: 'rename',
      summary: 'Changes the name of a client, which payers and the console read.',
      operation: updateClient,
      parameters: [appKey, { syntax: '<name>', help: 'The new name. The appKey stays.' }],
      example: "clients rename acme-shop 'Acme Store'",
      format: formatClient,
    }),
    operationCommand({
      name: 'set-callback',
      summary: 'Sets or clears the URL that the callbacks of a client are sent to.',
      operation: updateClient,
      parameters: [
        appKey,
        {
          syntax: '<url>',
          field: 'callbackUrl',
          help: 'An http or https URL (https only in production), or none.',
          parse: orNone(),
        },
      ],
      example: 'clients set-callback acme-shop https://shop.example.com/callbacks',
      format: formatClient,
    }),
    ...clientPageCommands,
    operationCommand({
      name: 'allow-ips',
      summary: 'Sets the IP addresses that the key of a client may be used from.',
      operation: updateClient,
      parameters: [
        appKey,
        {
          syntax: '<cidr...>',
          field: 'ipAllowlist',
          help: 'IPv4 or IPv6 addresses and blocks, which replace the list; or any.',
          parse: (...blocks) => (blocks.length === 1 && blocks[0] === 'any' ? [] : blocks),
        },
      ],
      example: 'clients allow-ips acme-shop 203.0.113.7 2001:db8::/32',
      format: formatClient,
    }),
    operationCommand({
      name: 'require-timed-sign',
      summary: 'Refuses or accepts the plain sign for the key of a client.',
      operation: updateClient,
      parameters: [
        appKey,
        {
          syntax: '<on|off>',
          field: 'requiresTimedSign',
          help: 'on refuses the plain sign, off accepts it.',
          parse: parseOnOff,
        },
      ],
      example: 'clients require-timed-sign acme-shop on',
      format: formatClient,
    }),
  ],
};
