import { parentPort } from 'node:worker_threads';
import { charactersOf, keyPart } from '../reconciliation/domain/keyed-line.ts';
import type { StatementPart } from '../reconciliation/domain/statement.ts';
import { problemOf, problemPart } from './read-failure.ts';
import { READERS, readReport } from './readers.ts';
import type { Batch, ReportPart, ThreadInput, ThreadRequest } from './thread-messages.ts';

/** Other writes, and other requests to the process, wait for one batch at most. */
const PARTS_OF_A_BATCH = 100;
/** Ordinary lines have about 100 characters. A hostile file has thousands in each, and all are searched. */
const CHARACTERS_OF_A_BATCH = 40_000;

/** Entry file of the thread that reads files, one after another. It reads on when it is asked for the next batch. */
if (!parentPort) throw new Error('this file is the entry of a worker thread');
const port = parentPort;
const noBatch = (): Batch => ({ parts: [], isLast: true });
let nextBatch = noBatch;

// Its starter ends the thread. If it ended by itself, that could be seen before its last batch.
port.on('message', (request: ThreadRequest) => {
  if (request !== 'next') {
    nextBatch = batchesOf(request);
    return;
  }
  const batch = nextBatch();
  // A thread that waits keeps no file.
  if (batch.isLast) nextBatch = noBatch;
  port.postMessage(batch);
});

function* partsOf({
  bytes,
  format,
  limits,
  ...terms
}: Omit<ThreadInput, 'wanted'>): Generator<StatementPart, void, void> {
  try {
    yield* READERS[format](terms)(bytes, limits);
  } catch (error) {
    yield problemPart(problemOf(error));
  }
}

function* reportOf({ bytes }: Pick<ThreadInput, 'bytes'>): Generator<ReportPart, void, void> {
  yield { kind: 'report', reading: readReport(bytes) };
}

/** Returns a function that returns the next batch of a file. */
function batchesOf({ wanted, ...input }: ThreadInput): () => Batch {
  const parts = wanted === 'report' ? reportOf(input) : partsOf(input);
  const toSend = (part: StatementPart | ReportPart) =>
    wanted === 'keyed' && part.kind !== 'report' ? keyPart(part) : part;
  return () => {
    const batch: (StatementPart | ReportPart)[] = [];
    let characters = 0;
    while (batch.length < PARTS_OF_A_BATCH && characters < CHARACTERS_OF_A_BATCH) {
      const { done, value } = parts.next();
      if (done) return { parts: batch, isLast: true };
      batch.push(toSend(value));
      if (value.kind === 'line') characters += charactersOf(value.line);
    }
    return { parts: batch, isLast: false };
  };
}
