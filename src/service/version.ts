import { createRequire } from 'node:module';

/** The version of the package, both for compiled code and for sources. */
export const { version } = createRequire(import.meta.url)('bank-transfers/package.json') as {
  readonly version: string;
};
