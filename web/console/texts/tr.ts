import type { Texts } from './en.ts';
import { session } from './tr/session.ts';
import { shell } from './tr/shell.ts';

export const texts: Texts = { session, shell };
