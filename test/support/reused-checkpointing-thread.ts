/** Entry file of a checkpointing thread that serves one service after another. */
import { openCheckpointer } from '../../db/engines/sqlite/connections.ts';
import { serveCheckpoints } from '../../db/engines/sqlite/serve-checkpoints.ts';
import { serveInTurn } from './reused-thread.ts';

serveInTurn((port, options) => serveCheckpoints({ port, options, open: openCheckpointer }));
