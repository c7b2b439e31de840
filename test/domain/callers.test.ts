import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { limitThread } from '../../db/engines/sqlite/thread-limit.ts';
import { shareTurn } from '../../db/share-reads.ts';
import { readCidr } from '../../src/kernel/address.ts';
import { isSampled, readTraceparent, spanIdOf, traceIdOf } from '../../src/kernel/traceparent.ts';
import { holds } from '../support/properties.ts';

describe('cidr', () => {
  const read = (text: string) => {
    const reading = readCidr(text);
    return 'cidr' in reading ? reading.cidr : undefined;
  };

  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['10.0.0.0/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['255.255.255.255', '255.255.255.255/32'],
    ['::', '::/128'],
    ['::/0', '::/0'],
    ['::1', '::1/128'],
    ['2001:DB8:0:0:0:0:0:0/32', '2001:db8::/32'],
    ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1/128'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4:5:6:7:8/128'],
    ['fe80::/10', 'fe80::/10'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['::ffff:c000:0201', '192.0.2.1/32'],
    ['::ffff:192.0.2.0/120', '192.0.2.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('%s is the block %s', (text, cidr) => {
    expect(read(text)).toBe(cidr);
  });

  test.each([
    '',
    ' ',
    'any',
    'localhost',
    '10.0.0',
    '10.0.0.0.0',
    '10.0.0.256',
    '010.0.0.1',
    '0x0a.0.0.1',
    '167772161',
    '10.0.0.1 ',
    '10.0.0.0/33',
    '10.0.0.0/08',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/255.0.0.0',
    '::/129',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '12345::',
    'fe80::1%eth0',
    '[::1]',
    '::ffff:010.0.0.1',
    '::1@example.com',
  ])('%j is no block', (text) => {
    expect(readCidr(text)).toMatchObject({ problem: { code: 'not_an_address' } });
  });

  test.each([
    ['10.0.0.1/8', '10.0.0.0/8', '10.0.0.1/32'],
    ['2001:db8::1/32', '2001:db8::/32', '2001:db8::1/128'],
    ['::ffff:192.0.2.1/120', '192.0.2.0/24', '192.0.2.1/32'],
    ['1.2.3.4/0', '0.0.0.0/0', '1.2.3.4/32'],
  ])('%s is refused, and the message offers the network and the address', (text, network, address) => {
    expect(readCidr(text)).toMatchObject({
      problem: {
        params: { network, host: address },
        message: `has bits beyond its prefix: write ${network} or ${address}.`,
      },
    });
  });

  test('every address is a block of its own, in one spelling that is read unchanged', () => {
    holds(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
        const cidr = read(address) ?? expect.fail(`${address} was refused`);
        expect(read(cidr)).toBe(cidr);
        const [canonical = '', prefix] = cidr.split('/');
        expect(prefix).toBe(isIP(canonical) === 4 ? '32' : '128');
        const list = new BlockList();
        list.addAddress(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
        expect(list.check(canonical, isIP(canonical) === 4 ? 'ipv4' : 'ipv6')).toBe(true);
      }),
    );
  });

  test('the network in a refusal is a block that contains the address', () => {
    holds(
      fc.property(fc.ipV6(), fc.integer({ min: 1, max: 127 }), (address, prefix) => {
        const reading = readCidr(`${address}/${prefix}`);
        const network = 'cidr' in reading ? reading.cidr : String(reading.problem.params.network);
        expect(read(network)).toBe(network);
        const [base = '', length] = network.split('/');
        if (isIP(base) === 4) return;
        const list = new BlockList();
        list.addSubnet(base, Number(length), 'ipv6');
        expect(list.check(address, 'ipv6')).toBe(true);
      }),
    );
  });
});

describe('traceparent', () => {
  const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
  const SPAN = '00f067aa0ba902b7';
  const VALID = `00-${TRACE}-${SPAN}-01`;

  const hex = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });

  test('a valid traceparent is taken over with its ids', () => {
    expect(readTraceparent(VALID)).toBe(VALID);
    expect([traceIdOf(VALID), spanIdOf(VALID), isSampled(VALID)]).toEqual([TRACE, SPAN, true]);
    expect(isSampled(readTraceparent(`00-${TRACE}-${SPAN}-00`)!)).toBe(false);
  });

  test('of a later version the known part is taken, and unknown flags are dropped', () => {
    expect(readTraceparent(`01-${TRACE}-${SPAN}-03`)).toBe(VALID);
    expect(readTraceparent(`cc-${TRACE}-${SPAN}-01-what-comes-later`)).toBe(VALID);
    expect(readTraceparent(`00-${TRACE}-${SPAN}-ff`)).toBe(VALID);
  });

  test('a traceparent that breaks a rule is ignored', () => {
    const bad = [
      undefined,
      '',
      'abc',
      ` ${VALID}`,
      `${VALID} `,
      `${VALID}\n`,
      `${VALID}, ${VALID}`,
      [VALID],
      VALID.toUpperCase(),
      VALID.slice(0, -1),
      `${VALID}0`,
      `${VALID}-`,
      `${VALID}-more`,
      `ff-${TRACE}-${SPAN}-01`,
      `00-${'0'.repeat(32)}-${SPAN}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE}x${SPAN}-01`,
      `01-${TRACE}-${SPAN}-01x`,
      `01-${TRACE}-${SPAN}-01-${'a'.repeat(300)}`,
      `00-${TRACE}-${SPAN}-0'`,
    ];
    for (const header of bad) expect(readTraceparent(header), String(header)).toBeUndefined();
  });

  test('whatever is sent, what is taken over has 55 characters that need no escape', () => {
    const anything = fc.oneof(
      fc.string({ maxLength: 80 }),
      fc.tuple(hex(2), hex(32), hex(16), hex(2)).map((parts) => parts.join('-')),
    );
    holds(
      fc.property(anything, (header) => {
        const taken = readTraceparent(header);
        if (taken !== undefined) expect(taken).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
      }),
    );
  });
});

const LIMIT_MS = 50;

/** Lets a thread wait for a core for so long, from the beginning. @returns how long it was not ended. */
async function timeUntilEnd(withoutCoreMs: number): Promise<number> {
  const beganMs = performance.now();
  const passedMs = () => performance.now() - beganMs;
  await new Promise<void>((resolve) => {
    const waitedMs = () => 7_000 + Math.min(passedMs(), withoutCoreMs);
    limitThread({ limitMs: LIMIT_MS, waitedMs, onEnd: resolve });
  });
  return passedMs();
}

describe('the time limit of a thread', () => {
  test('ends it after its time, whatever it waited for before', async () => {
    expect(await timeUntilEnd(0)).toBeGreaterThan(0.9 * LIMIT_MS);
  });

  test('does not count the time for which the machine gave it no core', async () => {
    expect(await timeUntilEnd(6 * LIMIT_MS)).toBeGreaterThan(6 * LIMIT_MS);
  });

  test('ends it after ten times its time, also if it gets no core', async () => {
    expect(await timeUntilEnd(Number.POSITIVE_INFINITY)).toBeGreaterThan(9 * LIMIT_MS);
  });

  test('does not deduct a wait from before it could be measured', async () => {
    const told = [undefined];
    const beganMs = performance.now();
    await new Promise<void>((resolve) => {
      limitThread({
        limitMs: LIMIT_MS,
        waitedMs: () => (told.length > 0 ? told.shift() : 3_600_000),
        onEnd: resolve,
      });
    });
    expect(performance.now() - beganMs).toBeLessThan(9 * LIMIT_MS);
  });

  test('can be taken away', async () => {
    const ended: string[] = [];
    const take = limitThread({ limitMs: LIMIT_MS, waitedMs: () => 0, onEnd: () => ended.push('taken') });
    const other = new Promise<void>((resolve) => {
      limitThread({ limitMs: 2 * LIMIT_MS, waitedMs: () => 0, onEnd: resolve });
    });
    take();
    await other;
    expect(ended).toEqual([]);
  });
});

describe('reads by ids that are asked for in one turn', () => {
  function observed(fails: () => boolean = () => false) {
    const asked: (readonly string[])[] = [];
    const read = shareTurn(async (ids) => {
      asked.push(ids);
      if (fails()) throw new Error('the database is away');
      return new Map(ids.map((id) => [id, id.toUpperCase()]));
    });
    return { asked, read };
  }

  test('are one read of all their ids, each once', async () => {
    const { asked, read } = observed();
    const answers = await Promise.all([read(['a', 'b']), Promise.resolve().then(() => read(['b', 'c']))]);
    expect(asked).toEqual([['a', 'b', 'c']]);
    expect(answers.map((found) => found.get('b'))).toEqual(['B', 'B']);
  });

  test('leave what is asked for later to the next read, which sees later commits', async () => {
    const { asked, read } = observed();
    await read(['a']);
    await read(['a']);
    expect(asked).toEqual([['a'], ['a']]);
  });

  test('fail together, and the next read is a new one', async () => {
    let isAway = true;
    const { read } = observed(() => isAway);
    const failed = await Promise.allSettled([read(['a']), read(['b'])]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect((await read(['b'])).get('b')).toBe('B');
  });
});
