import type { Texts } from './en.ts';
import { detail } from './tr/detail.ts';
import { exports } from './tr/export.ts';
import { overview } from './tr/overview.ts';
import { help, queue } from './tr/queue.ts';
import { search } from './tr/search.ts';
import { searchField } from './tr/search-field.ts';
import { session } from './tr/session.ts';
import { shell } from './tr/shell.ts';
import { transactions } from './tr/transactions.ts';
import { ui } from './tr/ui.ts';

export const texts: Texts = {
  session,
  shell,
  ui,
  queue,
  help,
  detail,
  transactions,
  searchField,
  search,
  exports,
  overview,
};
