import { ROLES } from '../domain/role.ts';
import {
  type ClientView,
  createClient,
  listClients,
  rotateSecret,
  updateClient,
} from '../operations/admin/clients.ts';
import { argument, defineCommand, flagOption, option, repeatedOption, restArguments } from './command.ts';
import { type Column, formatShortTimestamp, orDash, renderTable } from './table.ts';
import { orNone, readDurationSeconds, readSwitch } from './values.ts';

const SHOWN_BLOCKS = 3;

const columns: readonly Column<ClientView>[] = [
  ['APP KEY', (client) => client.appKey],
  ['NAME', (client) => client.name],
  ['ROLE', (client) => client.role],
  ['STATE', (client) => (client.disabledAt === null ? 'enabled' : 'disabled')],
  ['TIMED SIGN', (client) => (client.requiresTimedSign ? 'required' : '-')],
  ['IP ADDRESSES', (client) => showBlocks(client.ipAllowlist)],
  ['CALLBACK URL', (client) => orDash(client.callbackUrl)],
  ['CREATED', (client) => formatShortTimestamp(client.createdAt)],
];

function showBlocks(blocks: readonly string[]): string {
  if (blocks.length === 0) return 'any';
  const hidden = blocks.length - SHOWN_BLOCKS;
  return blocks.slice(0, SHOWN_BLOCKS).join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}

const showClient = (client: ClientView) => renderTable(columns, [client]);

function showSecret(client: ClientView, secret: string): string {
  return `${showClient(client)}\nSecret: ${secret}\nIt is shown this once and never again: keep it now, and keep it safe.\n`;
}

const appKey = argument('appKey', { help: 'The client.' });

/** Everything about clients and their keys. */
export const clientCommands = [
  defineCommand({
    name: 'clients list',
    summary: 'Lists the clients.',
    operation: listClients,
    parameters: [],
    example: 'clients list',
    show: (clients) => renderTable(columns, clients),
  }),
  defineCommand({
    name: 'clients create',
    summary: 'Creates a client and shows its secret, this once.',
    operation: createClient,
    parameters: [
      option('name', { placeholder: '<text>', required: true, help: 'What people call it.' }),
      option('role', { placeholder: '<role>', required: true, help: `One of ${ROLES.join(', ')}.` }),
      option('app-key', {
        field: 'appKey',
        placeholder: '<key>',
        help: 'Its appKey; a readable random one if it is not given.',
      }),
      option('callback-url', {
        field: 'callbackUrl',
        placeholder: '<url>',
        help: 'Where callbacks are sent.',
      }),
      repeatedOption('allow-ip', {
        field: 'ipAllowlist',
        placeholder: '<cidr>',
        help: 'An address or block its key may be used from; any if none is given.',
      }),
      flagOption('require-timed-sign', {
        field: 'requiresTimedSign',
        value: true,
        help: 'Refuse the plain sign for its key.',
      }),
    ],
    example: "clients create --name 'Acme Shop' --role merchant --app-key acme-shop",
    show: ({ client, secret }) => showSecret(client, secret),
  }),
  defineCommand({
    name: 'clients rotate-secret',
    summary: 'Gives a client a new secret and shows it, this once.',
    operation: rotateSecret,
    parameters: [
      appKey,
      option('grace', {
        field: 'graceSeconds',
        placeholder: '<duration>',
        help: 'How long the present secret works on: 24h if it is not given, 0 for not at all, at most 30d.',
        read: readDurationSeconds,
      }),
    ],
    example: 'clients rotate-secret acme-shop --grace 2h',
    show: ({ client, secret, previousSecretEndsAt }) =>
      `${showSecret(client, secret)}The secret before it ends at ${previousSecretEndsAt}.\n`,
  }),
  defineCommand({
    name: 'clients disable',
    summary: 'Refuses every request of a client from now on.',
    operation: updateClient,
    fixed: { disabled: true },
    parameters: [appKey],
    example: 'clients disable acme-shop',
    show: showClient,
  }),
  defineCommand({
    name: 'clients enable',
    summary: 'Serves a disabled client again.',
    operation: updateClient,
    fixed: { disabled: false },
    parameters: [appKey],
    example: 'clients enable acme-shop',
    show: showClient,
  }),
  defineCommand({
    name: 'clients set-callback',
    summary: 'Sets or clears where the callbacks of a client are sent.',
    operation: updateClient,
    parameters: [
      appKey,
      argument('url', {
        field: 'callbackUrl',
        help: 'An http or https URL (https only in production), or none.',
        read: orNone(),
      }),
    ],
    example: 'clients set-callback acme-shop https://shop.example.com/callbacks',
    show: showClient,
  }),
  defineCommand({
    name: 'clients allow-ips',
    summary: 'Sets the IP addresses that the key of a client may be used from.',
    operation: updateClient,
    parameters: [
      appKey,
      restArguments('cidr', {
        field: 'ipAllowlist',
        help: 'IPv4 or IPv6 addresses or blocks, in place of those before; or any.',
        read: (values) => (values.length === 1 && values[0] === 'any' ? [] : values),
      }),
    ],
    example: 'clients allow-ips acme-shop 203.0.113.7 2001:db8::/32',
    show: showClient,
  }),
  defineCommand({
    name: 'clients require-timed-sign',
    summary: 'Decides whether the plain sign is refused for the key of a client.',
    operation: updateClient,
    parameters: [
      appKey,
      argument('on|off', { field: 'requiresTimedSign', help: 'on to refuse it.', read: readSwitch }),
    ],
    example: 'clients require-timed-sign acme-shop on',
    show: showClient,
  }),
];
