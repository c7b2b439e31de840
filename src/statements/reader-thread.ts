import { parentPort, workerData } from 'node:worker_threads';
import type { StatementPart } from '../domain/statement.ts';
import { problemOf, problemPart } from './read-failure.ts';
import { READERS } from './readers.ts';
import type { Batch, ThreadInput } from './thread-messages.ts';

/** Enough that messages cost little, and few enough that a batch is small in memory. */
const PARTS_OF_A_BATCH = 500;

/** Entry file of the thread that reads one file. It reads on when it is asked for the next batch. */
if (!parentPort) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
const parts = partsOf(workerData);

// Its starter ends the thread. If it ended by itself, that could be seen before its last batch.
port.on('message', () => port.postMessage(nextBatch()));

function* partsOf({ bytes, format, limits, ...terms }: ThreadInput): Generator<StatementPart, void, void> {
  try {
    yield* READERS[format](terms)(bytes, limits);
  } catch (error) {
    yield problemPart(problemOf(error));
  }
}

function nextBatch(): Batch {
  const batch: StatementPart[] = [];
  while (batch.length < PARTS_OF_A_BATCH) {
    const next = parts.next();
    if (next.done) return { parts: batch, isLast: true };
    batch.push(next.value);
  }
  return { parts: batch, isLast: false };
}
