import { type Command, messageOf, type Run, UsageError } from './command.ts';
import { describeEvent, type FeedEvent, readFeed, recentCursor } from './feed.ts';
import { callbackBodyOf, forward, readForward } from './forward.ts';

/** A change announces itself; this is for one whose announcement was lost. */
const READ_AGAIN_MS = 5000;
/** The wait before a stream that the service ended is opened again. */
const OPEN_AGAIN_MS = 1000;
/** Creation is no event. */
const STATUSES: readonly string[] = ['successful', 'unsuccessful'];

/** Follows the feed of a key and posts each event as its callback. The key's callbackUrl is left as it is. */
export const listen: Command = {
  name: 'listen',
  usage: 'listen [--forward <url>] [--status <status>]',
  summary:
    'Prints the callbacks of your key as they happen, and posts them, signed, to a URL of this machine.',
  options: {
    forward: 'Where to post them: http://localhost:4000/callbacks. Without it they are only printed.',
    status: `Only those with this status: ${STATUSES.join(', ')}.`,
    type: 'Only those of a deposit or a withdrawal.',
  },
  maxWords: 0,
  async run(run) {
    const { matches, to } = readOptions(run.options);
    const { data: me } = await run.service.whoAmI.query({});
    if (me.role !== 'merchant')
      throw new UsageError(
        `${me.appKey} has the role ${me.role}. listen shows what one merchant's callbackUrl gets: use the key of a merchant.`,
      );
    const changes = followChanges(run);
    await changes.started;
    const cursor = await readToEnd(run);
    run.print(
      `Listening to the ${me.test ? 'tests' : 'callbacks'} of ${me.appKey} at ${run.key.url}${to ? `, for ${to}` : ''}. Ctrl-C ends it.\n`,
    );
    await show(run, { cursor, changes, to, matches });
  },
};

type Filter = (event: FeedEvent) => boolean;

/** @throws UsageError for a status or a type that no transaction has, or a URL that is none. */
export function readOptions(options: Run['options']) {
  const { forward } = options;
  return { matches: readFilter(options), to: forward === undefined ? undefined : readForward(forward) };
}

/** @throws UsageError for a status or a type that no transaction has. */
function readFilter({ status, type }: Run['options']): Filter {
  const statuses = status?.split(',').map((word) => word.trim());
  const wrong = statuses?.find((word) => !STATUSES.includes(word));
  if (wrong !== undefined)
    throw new UsageError(`--status must be one of ${STATUSES.join(', ')}, or both with a comma.`);
  if (type !== undefined && type !== 'deposit' && type !== 'withdrawal')
    throw new UsageError('--type must be deposit or withdrawal.');
  return (event) =>
    (statuses === undefined || statuses.includes(event.status)) &&
    (type === undefined || type === event.type);
}

interface Changes {
  /** Resolves when the first stream is open. @throws UsageError when it is refused. */
  readonly started: Promise<void>;
  /** Resolves at the next change, or after a while. @throws UsageError when the stream is refused. */
  next(): Promise<void>;
}

/** Subscribes to the changes of transactions, and again after each end, until the signal. */
function followChanges({ service, signal }: Run): Changes {
  const moments = new EventTarget();
  let hasChanged = false;
  let refusal: UsageError | undefined;
  const note = (name: 'change' | 'refused') => {
    hasChanged = true;
    moments.dispatchEvent(new Event(name));
  };
  const started = new Promise<void>((resolve, reject) => {
    const open = () => {
      if (signal.aborted) return;
      const onStarted = () => {
        resolve();
        note('change');
      };
      const onError = (error: unknown) => {
        // Only a refusal ends a stream: while the service is away the client tries again by itself.
        refusal = new UsageError(messageOf(error));
        reject(refusal);
        note('refused');
      };
      const onComplete = () => void setTimeout(open, OPEN_AGAIN_MS);
      const handlers = { onStarted, onError, onComplete, onData: () => note('change') };
      const subscription = service.transactions.onChange.subscribe({}, handlers);
      signal.addEventListener('abort', () => subscription.unsubscribe(), { once: true });
    };
    open();
  });
  started.catch(() => {});
  return {
    started,
    async next() {
      if (!hasChanged) await oneOf(moments, signal);
      hasChanged = false;
      if (refusal) throw refusal;
    },
  };
}

/** Waits for a change, the end of the command, or the time to look by itself. */
function oneOf(moments: EventTarget, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, READ_AGAIN_MS);
    for (const name of ['change', 'refused']) moments.addEventListener(name, end, { signal: ended.signal });
    signal.addEventListener('abort', end, { signal: ended.signal });
  });
}

/** Reads what has happened before. @returns the cursor of the last event. */
async function readToEnd({ service, signal }: Run): Promise<string | undefined> {
  let cursor = await recentCursor(service);
  for await (const { eventId } of readFeed(service, cursor, signal)) cursor = eventId;
  return cursor;
}

interface Following {
  readonly cursor: string | undefined;
  readonly changes: Changes;
  readonly to: string | undefined;
  readonly matches: Filter;
}

async function show(run: Run, { cursor, changes, to, matches }: Following): Promise<void> {
  const { service, signal, print } = run;
  for (let after = cursor; !signal.aborted; await changes.next()) {
    try {
      for await (const event of readFeed(service, after, signal)) {
        after = event.eventId;
        if (!matches(event)) continue;
        print(`${describeEvent(event)}\n`);
        print(to ? `  → ${await forward(event, to, run.key)}\n` : `${callbackBodyOf(event)}\n`);
      }
    } catch (error) {
      if (signal.aborted) return;
      print(`The feed cannot be read now, and is read again: ${messageOf(error)}\n`);
    }
  }
}
