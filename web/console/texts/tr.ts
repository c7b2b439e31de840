import type { Texts } from './en.ts';
import { detail } from './tr/detail.ts';
import { failures } from './tr/failures.ts';
import { queue } from './tr/queue.ts';
import { searchField } from './tr/search-field.ts';
import { session } from './tr/session.ts';
import { shell } from './tr/shell.ts';
import { templates } from './tr/templates.ts';
import { transactions } from './tr/transactions.ts';
import { ui } from './tr/ui.ts';

export const texts: Texts = {
  detail,
  failures,
  queue,
  searchField,
  session,
  shell,
  templates,
  transactions,
  ui,
};
