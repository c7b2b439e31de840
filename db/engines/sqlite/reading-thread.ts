import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from './connections.ts';
import { serveQueries } from './serve-queries.ts';
import { yieldToOtherThreads } from './system-thread.ts';

/** Entry file of the thread that runs the queries of its process, each as long as it takes. */
if (!parentPort) throw new Error('this file is the entry of a worker thread');
yieldToOtherThreads();
serveQueries({ port: parentPort, options: workerData, open: openReader });
