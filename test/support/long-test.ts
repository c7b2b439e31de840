import { test } from 'vitest';
import { IS_LONG } from './long.ts';

/** A test that only the long form runs, such as one of several that each need their own browser or process. */
export const testLong = test.runIf(IS_LONG);
