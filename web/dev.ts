import { buildDocumentDownloads } from '../src/dev/downloads.dev.ts';
import { buildPages } from './build.ts';
import { buildGuide } from './guide-build/build.ts';

// A file watcher restarts this process after each change, so the pages are current when the service starts.
const { NODE_ENV = '' } = process.env;
await buildPages();
buildGuide();
await buildDocumentDownloads();
// Vite sets it to `production`, which is wrong for the service. An empty value counts as not set.
process.env.NODE_ENV = NODE_ENV;
await import('../src/main.ts');
