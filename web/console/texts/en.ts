import { session } from './en/session.ts';
import { shell } from './en/shell.ts';

export const texts = { session, shell };

/** The texts of the console, by screen. The English ones say which there are. */
export type Texts = typeof texts;
