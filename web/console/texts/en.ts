import { audit } from './en/audit.ts';
import { banks } from './en/banks.ts';
import { blacklist } from './en/blacklist.ts';
import { clients } from './en/clients.ts';
import { detail } from './en/detail.ts';
import { failures } from './en/failures.ts';
import { help, queue } from './en/queue.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { transactions } from './en/transactions.ts';
import { ui } from './en/ui.ts';

export const texts = {
  audit,
  banks,
  blacklist,
  clients,
  detail,
  failures,
  help,
  queue,
  session,
  shell,
  transactions,
  ui,
};

/** The texts of the console, by screen. The English ones say which there are. */
export type Texts = typeof texts;
