import { parentPort, workerData } from 'node:worker_threads';
import { openWriter } from './connections.ts';
import { serveCommands } from './serve-commands.ts';

/** Entry file of the thread that owns the only writing connection of its process. */
if (!parentPort) throw new Error('this file is the entry of a worker thread');
serveCommands({ port: parentPort, options: workerData, open: openWriter });
