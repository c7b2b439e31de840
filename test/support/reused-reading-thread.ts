/** Entry file of a reading thread that serves one service after another, see thread-pool.ts. */
import { parentPort } from 'node:worker_threads';
import { openReader } from '../../db/engines/sqlite/connections.ts';
import { serveQueries } from '../../db/engines/sqlite/serve-queries.ts';

// It yields to no other thread: a test waits for it, beside those of other files that keep all cores busy.
parentPort?.on('message', ({ port, options }) => serveQueries({ port, options, open: openReader }));
