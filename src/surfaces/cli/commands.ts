import { accountCommands } from './accounts.ts';
import { afterRestoreCommand } from './after-restore.ts';
import { auditCommands } from './audit.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { bankCommands } from './banks.ts';
import { blacklistCommands } from './blacklist.ts';
import { callbackCommands, eventCommands } from './callbacks.ts';
import { listenCommand, triggerCommand } from './client-commands.ts';
import { clientCommands } from './clients.ts';
import type { CliCommand, CommandGroup } from './command.ts';
import { dayCommands } from './days.ts';
import { policyCommands } from './match-policies.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { payoutProfileCommands } from './payout-profiles.ts';
import { payoutCommands } from './payouts.ts';
import { peopleCommands } from './people.ts';
import { profileCommands } from './profiles.ts';
import { templateCommands } from './reason-templates.ts';
import { secretCommands } from './secrets.ts';
import { statementCommands } from './statements.ts';
import { transactionCommands } from './transactions.ts';
import { verifyCommand } from './verify.ts';

/** Every command, in the order of the help. */
export const commands: readonly (CommandGroup | CliCommand)[] = [
  clientCommands,
  bankCommands,
  accountCommands,
  blacklistCommands,
  templateCommands,
  transactionCommands,
  statementCommands,
  policyCommands,
  profileCommands,
  payoutCommands,
  payoutProfileCommands,
  dayCommands,
  eventCommands,
  callbackCommands,
  auditCommands,
  listenCommand,
  triggerCommand,
  peopleCommands,
  secretCommands,
  migrateCommand,
  verifyCommand,
  backupCommand,
  restoreCommand,
  afterRestoreCommand,
  moveCommand,
];
