export { callbacks } from './en/callbacks.ts';
export { detail } from './en/detail.ts';
export { failures } from './en/failures.ts';
export { queue } from './en/queue.ts';
export { searchField } from './en/search-field.ts';
export { session } from './en/session.ts';
export { shell } from './en/shell.ts';
export { templates } from './en/templates.ts';
export { transactions } from './en/transactions.ts';
export { ui } from './en/ui.ts';

/** The texts of the console, by screen. The English ones say which there are. */
export type Texts = typeof import('./en.ts');
