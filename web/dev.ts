import { buildPages } from './build.ts';

// Run under a watcher of src and web: whatever changes, the pages are as they should be when the service starts.
const { NODE_ENV = '' } = process.env;
await buildPages();
// Vite makes it `production`, which the service is not; empty is as good as none.
process.env.NODE_ENV = NODE_ENV;
await import('../src/main.ts');
