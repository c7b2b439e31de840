import { expect, test } from 'vitest';
import { createServerClock } from '../../db/engines/postgres/server-clock.ts';

const SERVER_START_MS = 1_800_000_000_000;

/** The clocks of a machine and of a server. */
function createClocks() {
  const wall = { machineMs: 1_700_000_000_000, monotonicMs: 5_000, serverMs: SERVER_START_MS, replyMs: 0 };
  const clock = createServerClock({ nowMs: () => wall.machineMs, monotonicMs: () => wall.monotonicMs });
  const pass = (ms: number): void => {
    wall.machineMs += ms;
    wall.monotonicMs += ms;
    wall.serverMs += ms;
  };
  return {
    wall,
    clock,
    pass,
    /** The machine is suspended: the process counts no time, and its wall clock and the server go on. */
    suspend(ms: number) {
      wall.machineMs += ms;
      wall.serverMs += ms;
    },
    async send() {
      pass(wall.replyMs / 2);
      const ms = wall.serverMs;
      pass(wall.replyMs / 2);
      return [{ ms }];
    },
  };
}

test('between two readings the clock of the server counts the time that passes here', async () => {
  const { wall, clock, pass, send } = createClocks();
  expect(clock.nowMs()).toBeUndefined();
  wall.replyMs = 40;
  await clock.read(send);
  pass(10_000);
  expect(clock.nowMs()).toBe(wall.serverMs);
  expect(clock.isSure()).toBe(true);
});

test('a slow reading says too little, and changes nothing', async () => {
  const { wall, clock, send } = createClocks();
  await clock.read(send);
  wall.replyMs = 300;
  wall.serverMs += 100;
  await clock.read(send);
  expect(clock.nowMs()).toBe(wall.serverMs - 100);
});

test('after the machine stood still its time is not sure until the next beat, however slow that is', async () => {
  const { wall, clock, suspend, send } = createClocks();
  await clock.read(send);
  suspend(90_000);
  expect(clock.isSure()).toBe(false);
  wall.replyMs = 2_000;
  await clock.onBeat?.(send);
  expect(clock.isSure()).toBe(true);
  expect(clock.nowMs()).toBe(wall.serverMs);
});

test('a reading during which the machine stood still is not sure: the server has told the time before that', async () => {
  const { clock, suspend, send } = createClocks();
  await clock.read(send);
  const sendAndStandStill = async () => {
    const rows = await send();
    suspend(90_000);
    return rows;
  };
  for (const beat of [clock.onBeat, clock.onConnect]) {
    await beat?.(sendAndStandStill);
    expect(clock.isSure()).toBe(false);
  }
  await clock.onBeat?.(send);
  expect(clock.isSure()).toBe(true);
});

test('a session that begins reads the clock at once, since it may lead to another server', async () => {
  const { wall, clock, send } = createClocks();
  await clock.read(send);
  wall.serverMs += 9_000;
  wall.replyMs = 600;
  await clock.onConnect?.(send);
  expect(clock.nowMs()).toBe(wall.serverMs);
});
