/** Entry file of a reading thread that serves one service after another. */
import { openReader } from '../../db/engines/sqlite/connections.ts';
import { serveQueries } from '../../db/engines/sqlite/serve-queries.ts';
import { serveInTurn } from './reused-thread.ts';

// It yields to no other thread: a test waits for it, beside those of other files that keep all cores busy.
serveInTurn((port, options) => serveQueries({ port, options, open: openReader }));
