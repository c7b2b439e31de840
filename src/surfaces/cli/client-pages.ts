import type { ClientView } from '../../admin/clients.ts';
import * as operations from '../operation-list.ts';
import { UsageError } from './command.ts';
import { readInputFile } from './input-file.ts';
import { operationCommand } from './operation-command.ts';
import { orNone } from './values.ts';

/** Formats what payers see of a client. */
function formatPage({ name, returnHosts, returnUrl, brand }: ClientView): string {
  const rows = [
    ['Name on the payment page', brand.name ?? name],
    ['Color', brand.color ?? 'none'],
    ['Logo', brand.logoUrl ?? 'none'],
    ['Hosts to lead back to', returnHosts.join(', ') || 'none'],
    ['Default return address', returnUrl ?? 'none'],
  ];
  return rows.map(([label, value]) => `${label}: ${value}\n`).join('');
}

/** Much larger than any logo: whether it is a small enough picture is checked later. */
const MAX_PICTURE_BYTES = 1024 * 1024;

/** Reads a file into base64. */
function readPicture(path: string): string {
  try {
    return readInputFile(path, { maxBytes: MAX_PICTURE_BYTES, tooLarge: 'too large' }).toString('base64');
  } catch {
    throw new UsageError('is not a file that can be read.');
  }
}

/** Commands for what payers see of a client, and where they return to. */
export const clientPageCommands = [
  operationCommand({
    name: 'set-brand',
    summary: 'Sets the name, the color and the logo of a merchant on the payment page.',
    operation: operations.updateClient,
    parameters: [
      '<appKey>',
      { syntax: '--name <text>', field: 'brandName' },
      '--color <color>',
      {
        syntax: '--logo <file>',
        field: 'brandLogo',
        help: 'A PNG, JPEG or WebP of at most 32 KiB, 16 to 1024 pixels wide and high, or none.',
        parse: orNone(readPicture),
      },
    ],
    example: "clients set-brand acme-shop --color '#1f4fa3' --logo none",
    format: formatPage,
  }),
  operationCommand({
    name: 'return-hosts',
    summary: 'Sets the hosts that payers of a merchant can be sent back to.',
    operation: operations.updateClient,
    parameters: [
      '<appKey>',
      {
        syntax: '<host...>',
        field: 'returnHosts',
        help: 'Hosts such as shop.example.com, which replace the list; or none.',
        parse: (...hosts: string[]) => (hosts.length === 1 && hosts[0] === 'none' ? [] : hosts),
      },
    ],
    example: 'clients return-hosts acme-shop shop.example.com pay.example.com',
    format: formatPage,
  }),
  operationCommand({
    name: 'set-return',
    summary: 'Sets where payers of deposits without a returnUrl are sent back to.',
    operation: operations.updateClient,
    parameters: ['<appKey>', { syntax: '<url>', field: 'returnUrl' }],
    example: 'clients set-return acme-shop none',
    format: formatPage,
  }),
];
