import { buildPages } from './build.ts';

// Run under a watcher of src and web: whatever changes, the pages are as they should be when the service starts.
await buildPages();
await import('../src/main.ts');
