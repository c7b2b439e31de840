import type { Texts } from './en.ts';
import { audit } from './tr/audit.ts';
import { banks } from './tr/banks.ts';
import { blacklist } from './tr/blacklist.ts';
import { clients } from './tr/clients.ts';
import { detail } from './tr/detail.ts';
import { failures } from './tr/failures.ts';
import { help, queue } from './tr/queue.ts';
import { session } from './tr/session.ts';
import { shell } from './tr/shell.ts';
import { transactions } from './tr/transactions.ts';
import { ui } from './tr/ui.ts';

export const texts: Texts = {
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
