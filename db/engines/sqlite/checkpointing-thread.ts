import { parentPort, workerData } from 'node:worker_threads';
import { openCheckpointer } from './connections.ts';
import { serveCheckpoints } from './serve-checkpoints.ts';
import { yieldToOtherThreads } from './system-thread.ts';

/** Entry file of the thread that copies the write-ahead log into the database. */
if (!parentPort) throw new Error('this file is the entry of a worker thread');
yieldToOtherThreads();
serveCheckpoints({ port: parentPort, options: workerData, open: openCheckpointer });
