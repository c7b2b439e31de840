/** Entry file of a writing thread that serves one service after another, see thread-pool.ts. */
import { parentPort } from 'node:worker_threads';
import { openWriter } from '../../db/engines/sqlite/connections.ts';
import { serveCommands } from '../../db/engines/sqlite/serve-commands.ts';

parentPort?.on('message', ({ port, options }) => serveCommands({ port, options, open: openWriter }));
