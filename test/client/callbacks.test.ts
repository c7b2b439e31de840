import { describe, expect, test } from 'vitest';
import {
  type Callback,
  CallbackError,
  createCallbackReceiver,
  importSecret,
  rememberInMemory,
  type SeenEvents,
  verifyCallback,
} from '../../src/client/index.ts';
import { createClock } from '../harness.ts';
import { DEPOSIT_CALLBACK as DEPOSIT, signBody, signCallback } from '../support/signed-callback.ts';

const SECRET = 'demo-merchant-secret';

describe('callback receiver', () => {
  type Handle = (callback: Callback) => Promise<void>;

  function start(handle?: Handle, changed: (seen: SeenEvents) => Partial<SeenEvents> = () => ({})) {
    const clock = createClock();
    const memory = rememberInMemory({ nowMs: clock.nowMs });
    const handled: string[] = [];
    const receiver = createCallbackReceiver({
      secret: SECRET,
      nowMs: clock.nowMs,
      seen: { ...memory, ...changed(memory) },
      async handle(callback) {
        handled.push(callback.eventId);
        await handle?.(callback);
      },
    });
    const sign = (eventId: string, secret = SECRET) =>
      signCallback({ eventId }, { secret, nowMs: clock.nowMs() });
    const receive = async (eventId: string) => {
      const { headers, body } = sign(eventId);
      return (await receiver.receive(headers, body)).status;
    };
    return { clock, handled, receiver, sign, receive };
  }

  test('an event is handled once, however often it arrives', async () => {
    const { receive, handled } = start();
    expect([await receive('a'), await receive('a'), await receive('b')]).toEqual([204, 204, 204]);
    expect(handled).toEqual(['a', 'b']);
  });

  test('what is not genuine or not fresh is refused and not handled', async () => {
    const { receiver, sign, clock, handled } = start();
    const { headers, body } = sign('a');
    const forged = sign('a', 'the-secret-of-another');
    expect(await receiver.receive(forged.headers, forged.body)).toMatchObject({ status: 400 });
    expect(await receiver.receive({}, body)).toMatchObject({
      status: 400,
      message: expect.stringContaining('webhook-id'),
    });
    clock.advance(301_000);
    expect(await receiver.receive(headers, body)).toMatchObject({ status: 400 });
    expect(handled).toEqual([]);
  });

  test('an event whose handling failed is handled when it comes again', async () => {
    let works = false;
    const { receive, handled } = start(async () => {
      if (!works) throw new Error('the database is away');
    });
    await expect(receive('a')).rejects.toThrow('the database is away');
    works = true;
    expect(await receive('a')).toBe(204);
    expect(handled).toEqual(['a', 'a']);
  });

  test('a second delivery is postponed while the first is being handled, so that a failure loses nothing', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { receive, handled } = start(() => gate);
    const first = receive('a');
    await expect.poll(() => handled.length).toBe(1);
    expect(await receive('a')).toBe(503);
    open();
    expect(await first).toBe(204);
    expect(await receive('a')).toBe(204);
    expect(handled).toEqual(['a']);
  });

  test('an event that a crash left busy is handled when its lease has ended', async () => {
    const { clock, receive, handled } = start(undefined, (memory) => ({
      finish: () => new Promise<void>(() => {}),
      begin: memory.begin,
    }));
    void receive('a');
    await expect.poll(() => handled.length).toBe(1);
    clock.advance(59_000);
    expect(await receive('a')).toBe(503);
    clock.advance(1_000);
    void receive('a');
    await expect.poll(() => handled.length).toBe(2);
  });

  test('an event that could not be noted as done is handled again when its lease has ended', async () => {
    let works = false;
    const { clock, receive, handled } = start(undefined, (memory) => ({
      finish(eventId) {
        if (!works) throw new Error('the database is away');
        return memory.finish(eventId);
      },
    }));
    await expect(receive('a')).rejects.toThrow('the database is away');
    works = true;
    expect(await receive('a')).toBe(503);
    clock.advance(60_000);
    expect([await receive('a'), await receive('a')]).toEqual([204, 204]);
    expect(handled).toEqual(['a', 'a']);
  });

  test('a handler that never ends does not keep its event for ever, and its late end affects no later one', async () => {
    const ends: ((error: Error) => void)[] = [];
    const { clock, receive, handled } = start(
      () =>
        new Promise((_, reject) => {
          ends.push(reject);
        }),
    );
    const first = receive('a');
    await expect.poll(() => handled.length).toBe(1);
    clock.advance(60_000);
    const second = receive('a');
    await expect.poll(() => handled.length).toBe(2);
    ends[0]?.(new Error('too late'));
    await expect(first).rejects.toThrow('too late');
    expect(await receive('a')).toBe(503);
    ends[1]?.(new Error('away'));
    await expect(second).rejects.toThrow('away');
  });

  test('an error of the handler is reported, even if the event cannot be forgotten', async () => {
    const cause = new Error('the database is away');
    const { receive } = start(
      () => Promise.reject(new Error('the booking failed')),
      () => ({ forget: () => Promise.reject(cause) }),
    );
    const error: unknown = await receive('a').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ message: 'the booking failed', cause });
  });

  test('a lease that is not a duration is refused', () => {
    for (const leaseSeconds of [0, -1, Number.NaN])
      expect(() => createCallbackReceiver({ secret: SECRET, handle() {}, leaseSeconds })).toThrow(
        'leaseSeconds',
      );
  });

  test('a receiver that handles nothing is refused', () => {
    const options = { secret: SECRET } as unknown as Parameters<typeof createCallbackReceiver>[0];
    expect(() => createCallbackReceiver(options)).toThrow('handle must be a function');
  });

  describe('a Request of the Fetch standard', () => {
    const post = (init: RequestInit) => new Request('https://shop.example.com/', { method: 'POST', ...init });

    test('is answered', async () => {
      const { receiver, sign, handled } = start();
      expect((await receiver.respond(post(sign('a')))).status).toBe(204);
      const refused = await receiver.respond(post({ body: '{}' }));
      expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('webhook-id')]);
      expect((await receiver.respond(post({}))).status).toBe(400);
      expect(handled).toEqual(['a']);
    });

    test('is not read beyond the size that a callback can have', async () => {
      const { receiver } = start();
      let pulled = 0;
      const body = new ReadableStream({
        pull(controller) {
          pulled += 1;
          controller.enqueue(new Uint8Array(10_000));
        },
      });
      const init = { body, duplex: 'half' };
      expect((await receiver.respond(post(init))).status).toBe(413);
      expect(pulled).toBeLessThan(12);
    });
  });

  describe('the memory of events', () => {
    test('forgets the oldest beyond its size, and each after its time', async () => {
      const clock = createClock();
      const seen = rememberInMemory({ maxEvents: 2, ttlMs: 1000, nowMs: clock.nowMs });
      const begin = async (id: string) => {
        const known = await seen.begin(id, clock.nowMs() + 500);
        if (known === 'new') await seen.finish(id);
        return known;
      };
      expect([await begin('a'), await begin('b'), await begin('b')]).toEqual(['new', 'new', 'done']);
      expect([await begin('c'), await begin('d')]).toEqual(['new', 'new']);
      expect(await begin('a')).toBe('new');
      clock.advance(1001);
      expect([await begin('d'), await begin('a')]).toEqual(['new', 'new']);
    });
    test('never forgets an event that is being handled, however many others come', async () => {
      const clock = createClock();
      const seen = rememberInMemory({ maxEvents: 2, nowMs: clock.nowMs });
      const leaseUntilMs = clock.nowMs() + 1000;
      await seen.begin('a', leaseUntilMs);
      for (const id of ['b', 'c', 'd', 'e']) {
        await seen.begin(id, leaseUntilMs);
        await seen.finish(id);
      }
      expect(await seen.begin('a', leaseUntilMs)).toBe('busy');
      clock.advance(1000);
      expect(await seen.begin('a', leaseUntilMs)).toBe('new');
    });
  });
});

const NOW_MS = Date.parse('2026-11-20T12:00:00Z');

interface Sending {
  readonly body?: string;
  readonly secret?: string;
  readonly sentAtMs?: number;
}

function send({ body = JSON.stringify(DEPOSIT), secret = SECRET, sentAtMs = NOW_MS }: Sending = {}) {
  return signBody(body, 'event-1', { secret, nowMs: sentAtMs });
}

type Sent = ReturnType<typeof send>;

const verify = ({ headers, body }: Sent, secret = SECRET) =>
  verifyCallback(headers, body, secret, { nowMs: NOW_MS });

/** Returns the reason of a refusal. @throws Error when the callback is accepted. */
async function reasonOf(verification: Promise<unknown>): Promise<CallbackError['reason']> {
  const error = await verification.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof CallbackError) return error.reason;
  throw new Error('the callback was accepted, or failed for another reason', { cause: error });
}

describe('a callback that the standardwebhooks library signed is accepted', () => {
  test('and returned as it was sent', async () => {
    expect(await verify(send())).toEqual(DEPOSIT);
  });

  test('for a withdrawal too', async () => {
    const { bankAccountName, bankAccountIban, ...common } = DEPOSIT;
    const withdrawal = { ...common, type: 'withdrawal', accountName: bankAccountName, iban: bankAccountIban };
    expect(await verify(send({ body: JSON.stringify(withdrawal) }))).toEqual(withdrawal);
  });

  test('with headers of the Fetch standard, or with names in any case', async () => {
    const { headers, body } = send();
    const inCapitals = Object.fromEntries(Object.entries(headers).map(([k, v]) => [k.toUpperCase(), v]));
    for (const form of [new Headers(headers), inCapitals])
      expect(await verifyCallback(form, body, SECRET, { nowMs: NOW_MS })).toEqual(DEPOSIT);
  });

  test('with the body as bytes, and with an imported secret', async () => {
    const { headers, body } = send();
    const key = await importSecret(SECRET);
    expect(await verifyCallback(headers, Buffer.from(body), key, { nowMs: NOW_MS })).toEqual(DEPOSIT);
  });

  test('with either secret during a rotation', async () => {
    const sent = send();
    const other = send({ secret: 'the-secret-before' });
    sent.headers['webhook-signature'] += ` ${other.headers['webhook-signature']}`;
    expect(await verify(sent)).toEqual(DEPOSIT);
    expect(await verify(sent, 'the-secret-before')).toEqual(DEPOSIT);
    expect(await reasonOf(verify(sent, 'a-third-secret'))).toBe('wrong_signature');
  });

  test('next to signatures of unknown versions', async () => {
    const sent = send();
    sent.headers['webhook-signature'] = `v1a,AAAA  v2,x ${sent.headers['webhook-signature']}`;
    expect(await verify(sent)).toEqual(DEPOSIT);
  });
});

describe('a callback is refused', () => {
  const tamper = async (edit: (sent: Sent) => Sent) => reasonOf(verify(edit(send())));
  const withHeader = (name: string, value: string) => (sent: Sent) => ({
    ...sent,
    headers: { ...sent.headers, [name]: value },
  });
  const right = send().headers['webhook-signature'] ?? '';

  test.each<[string, (sent: Sent) => Sent]>([
    ['with another status', (sent) => ({ ...sent, body: sent.body.replace('successful', 'unsuccessful') })],
    [
      'when it was parsed and printed again',
      (sent) => ({ ...sent, body: JSON.stringify(JSON.parse(sent.body), null, 1) }),
    ],
    ['with a newline at its end', (sent) => ({ ...sent, body: `${sent.body}\n` })],
    ['with an empty body', (sent) => ({ ...sent, body: '' })],
    ['with another id', withHeader('webhook-id', 'another')],
    ['with another timestamp', withHeader('webhook-timestamp', String(NOW_MS / 1000 + 1))],
    ['with an empty signature', withHeader('webhook-signature', 'v1,')],
    ['with half a signature', withHeader('webhook-signature', right.slice(0, 20))],
    ['without the version', withHeader('webhook-signature', right.slice(3))],
    ['with another version', withHeader('webhook-signature', right.replace('v1', 'v2'))],
    ['with the signature in lower case', withHeader('webhook-signature', right.toLowerCase())],
    ['with a character after the signature', withHeader('webhook-signature', `${right}x`)],
    [
      'with the last bit of the signature flipped',
      withHeader(
        'webhook-signature',
        right.replace(/.=$/, (end) => (end === 'A=' ? 'E=' : 'A=')),
      ),
    ],
  ])('%s', async (_, edit) => {
    expect(await tamper(edit)).toBe('wrong_signature');
  });

  test('with the secret of another client', async () => {
    expect(await reasonOf(verify(send(), 'demo-operator-secret'))).toBe('wrong_signature');
  });

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('without %s', async (name) => {
    const { headers, body } = send();
    const without = Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name));
    const twice = { ...headers, [name]: [headers[name] ?? '', headers[name] ?? ''] };
    for (const form of [without, new Headers(without), { ...headers, [name]: '' }, twice]) {
      const verification = verifyCallback(form, body, SECRET, { nowMs: NOW_MS });
      expect(await reasonOf(verification)).toBe('missing_header');
      await expect(verifyCallback(form, body, SECRET, { nowMs: NOW_MS })).rejects.toThrow(name);
    }
  });

  test.each(['now', '-5', '1e9', '1732100000.5', ' 1732100000', '99999999999999'])(
    'with the timestamp %j',
    async (time) => {
      expect(await tamper(withHeader('webhook-timestamp', time))).toBe('malformed_timestamp');
    },
  );

  test.each(['not json', '[]', 'null', '"deposit"', '{"type":"refund"}'])(
    'with the body %s',
    async (body) => {
      expect(await reasonOf(verify(send({ body })))).toBe('malformed_body');
    },
  );
});

describe('a callback is accepted within 300 seconds of this clock, in both directions:', () => {
  test.each([-300, -299, 0, 299, 300])('%d s', async (offset) => {
    expect(await verify(send({ sentAtMs: NOW_MS + offset * 1000 }))).toEqual(DEPOSIT);
  });

  test.each([-301, -86_400, 301, 86_400])('but not at %d s', async (offset) => {
    expect(await reasonOf(verify(send({ sentAtMs: NOW_MS + offset * 1000 })))).toBe('stale');
  });

  test('or within the tolerance that the receiver sets', async () => {
    const { headers, body } = send({ sentAtMs: NOW_MS - 10_000 });
    const options = { nowMs: NOW_MS, toleranceSeconds: 10 };
    expect(await verifyCallback(headers, body, SECRET, options)).toEqual(DEPOSIT);
    const later = { ...options, nowMs: NOW_MS + 1 };
    expect(await reasonOf(verifyCallback(headers, body, SECRET, later))).toBe('stale');
    const broken = { ...options, nowMs: Number.NaN };
    expect(await reasonOf(verifyCallback(headers, body, SECRET, broken))).toBe('stale');
  });

  test('by the clock of the machine if none is given', async () => {
    const { headers, body } = send({ sentAtMs: Date.now() });
    expect(await verifyCallback(headers, body, SECRET)).toEqual(DEPOSIT);
  });
});
