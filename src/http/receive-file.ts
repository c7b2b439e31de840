import { bodyError } from '../kernel/errors.ts';
import type { Schedule } from '../operations/runtime.ts';
import { endConnection, readBytes } from './body.ts';
import { MAX_FILE_BYTES } from './limits.ts';
import type { RequestContext } from './surface.ts';

/** How often the rate is checked. */
const CHECK_EVERY_MS = 5000;

export interface ReceiveOptions {
  /** The time within which a file must arrive. Shorter than the server's own limit, whose error is less helpful. */
  readonly withinMs: number;
  readonly schedule: Schedule;
}

interface FileOptions extends ReceiveOptions {
  /** The least number of bytes a second, checked every five seconds. */
  readonly leastBytesPerSecond: number;
  /** Called with each part of the file. */
  readonly onPart?: (part: Buffer) => void;
}

/**
 * Receives a file within its time limit, as long as enough bytes keep arriving.
 * @throws ServiceError error_validation when it is too slow, and the errors of `readBytes`.
 */
export async function receiveFile(ctx: RequestContext, options: FileOptions): Promise<Buffer> {
  const { withinMs, schedule, leastBytesPerSecond, onPart } = options;
  const late = new AbortController();
  const giveUp = (problem: string) => {
    endConnection(ctx);
    late.abort(tooSlow(problem));
  };
  const cancel = schedule(() => giveUp(`did not arrive within ${inSeconds(withinMs)}`), withinMs);
  let receivedBytes = 0;
  let cancelCheck = () => {};
  const checkRate = () => {
    if (receivedBytes < leastBytesPerSecond * (CHECK_EVERY_MS / 1000))
      return giveUp(`arrived too slowly for ${inSeconds(CHECK_EVERY_MS)}`);
    receivedBytes = 0;
    cancelCheck = schedule(checkRate, CHECK_EVERY_MS);
  };
  cancelCheck = schedule(checkRate, CHECK_EVERY_MS);
  try {
    return await readBytes(ctx, {
      limitBytes: MAX_FILE_BYTES,
      isFile: true,
      tooLarge: `The file must have at most ${MAX_FILE_BYTES} bytes. Export a shorter period.`,
      signal: late.signal,
      onPart(part) {
        receivedBytes += part.length;
        onPart?.(part);
      },
    });
  } finally {
    cancel();
    cancelCheck();
  }
}

const inSeconds = (ms: number) => `${Math.round(ms / 1000)} seconds`;

function tooSlow(problem: string) {
  const message =
    `The file ${problem}. Send it over a faster connection, ` +
    'export a shorter period, or import it with the command line or the watched folder of the service.';
  return bodyError(message);
}
