import { z } from 'zod';
import * as operations from '../operation-list.ts';
import { type CommandGroup, customCommand, UsageError } from './command.ts';
import { operationCommand } from './operation-command.ts';
import { checkNewFile, writeNewFile } from './output-file.ts';
import { describePayout, payoutColumns } from './payout-columns.ts';
import type { Session } from './session.ts';

const exportCommand = customCommand({
  name: 'export',
  summary: 'Writes the file of an approved batch for the bank, which counts as exported from then on.',
  input: z.object({
    payoutId: z.string().min(1),
    file: z.string().min(1),
    profile: z.string().min(1).optional(),
  }),
  parameters: [
    { syntax: '<payoutId>', help: 'The batch.' },
    { syntax: '<file>', help: 'The new file. An existing one is not overwritten.' },
    { syntax: '--profile <profileId>', help: 'The profile of the file (default: that of the account).' },
  ],
  example: 'payouts export 691e5b10a1b2c3d4e5f60718 P000000042.xml',
  async run(session, { file: path, ...request }) {
    const { base64, ...file } = await fileOf(session, request, path);
    const outcome = await writeNewFile(path, Buffer.from(base64, 'base64')).catch(rethrowAsExported);
    const text =
      outcome === 'written' ? `Wrote ${path}.\n` : `${path} has these bytes already, and stays as it is.\n`;
    return { text: `${text}SHA-256: ${file.sha256}\n`, data: { ...file, path, outcome } };
  },
});

/** Says that only the file is missing. */
function rethrowAsExported(error: unknown): never {
  if (!(error instanceof UsageError)) throw error;
  throw new UsageError(
    `${error.message} The batch is exported all the same: the same command gives out its file again.`,
  );
}

interface Request {
  readonly payoutId: string;
  readonly profile?: string | undefined;
}

/**
 * Returns the file of a batch, which is exported first if necessary. Its approval applies to the content that is read
 * here.
 */
async function fileOf(session: Session, { payoutId: id, profile }: Request, path: string) {
  const { state, contentHash } = await session.execute(operations.getPayout, { payoutId: id });
  if (state !== 'approved') return session.execute(operations.getPayoutFile, { payoutId: id });
  await checkNewFile(path);
  return session.execute(operations.exportPayout, { payoutId: id, contentHash, profile });
}

const accountColumns = ['accountId accountName iban profileId:PROFILE bic'];

/** Commands for the batches of payouts. None approves a batch, because the command line does not know who uses it. */
export const payoutCommands: CommandGroup = {
  name: 'payouts',
  summary: 'Shows batches of payouts, and writes their files for banks.',
  commands: [
    operationCommand({
      name: 'list',
      summary: 'Lists the batches, the newest first.',
      operation: operations.listPayouts,
      parameters: ['--state <state> --before <number> --limit <number>'],
      example: 'payouts list --state approved',
      shows: payoutColumns,
    }),
    operationCommand({
      name: 'show',
      summary: 'Shows a batch with its withdrawals and approvals.',
      operation: operations.getPayout,
      parameters: ['<payoutId>'],
      example: 'payouts show 691e5b10a1b2c3d4e5f60718',
      format: describePayout,
    }),
    exportCommand,
    operationCommand({
      name: 'accounts',
      summary: 'Lists the bank accounts with the profiles of their files.',
      operation: operations.listPayoutAccounts,
      example: 'payouts accounts',
      shows: accountColumns,
    }),
    operationCommand({
      name: 'account',
      summary: 'Chooses the profile of the files with which an account pays.',
      operation: operations.updatePayoutAccount,
      parameters: ['<accountId> --profile <profileId> --bic <bic>'],
      example: 'payouts account 691e5b10a1b2c3d4e5f60718 --profile sepa --bic TCZBTR2A',
      shows: accountColumns,
    }),
  ],
};
