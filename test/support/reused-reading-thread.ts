/** Entry file of a reading thread that serves one service after another. */
import { openReader } from '../../db/engines/sqlite/connections.ts';
import { serveQueries } from '../../db/engines/sqlite/serve-queries.ts';
import { serveInTurn } from './reused-thread.ts';

// It does not yield to other threads, because a test waits for it while other files keep all cores busy.
serveInTurn((port, options) => serveQueries({ port, options, open: openReader }));
