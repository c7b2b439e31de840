import { detail } from './en/detail.ts';
import { failures } from './en/failures.ts';
import { queue } from './en/queue.ts';
import { searchField } from './en/search-field.ts';
import { session } from './en/session.ts';
import { shell } from './en/shell.ts';
import { templates } from './en/templates.ts';
import { transactions } from './en/transactions.ts';
import { ui } from './en/ui.ts';

export const texts = {
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

/** The texts of the console, by screen. The English ones say which there are. */
export type Texts = typeof texts;
