/** Entry file of a writing thread that serves one service after another. */
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import { serveCommands } from '../../db/engines/sqlite/serve-commands.ts';
import { serveInTurn } from './reused-thread.ts';

serveInTurn((port, options) => serveCommands({ port, options, open: openWriter }));
