import type { Texts } from './en.ts';
import { audit } from './tr/audit.ts';
import { banks } from './tr/banks.ts';
import { blacklist } from './tr/blacklist.ts';
import { clients } from './tr/clients.ts';
import { failures } from './tr/failures.ts';
import { help } from './tr/help.ts';
import { session } from './tr/session.ts';
import { shell } from './tr/shell.ts';
import { ui } from './tr/ui.ts';

export const texts: Texts = { audit, banks, blacklist, clients, failures, help, session, shell, ui };
