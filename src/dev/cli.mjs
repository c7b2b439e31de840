import { ensureBuilt } from './built.mjs';

// `npm run cli`: the built program, after a build if something has changed.
ensureBuilt();
await import(new URL('../../dist/src/cli.js', import.meta.url).href);
