import { expect, test } from 'vitest';
import { createClock, DEPOSIT, depositFields, MERCHANT, temporaryFolder } from '../harness.ts';
import { expectAgreement } from '../support/agreement.ts';
import { openCommitted } from '../support/committed-rows.ts';
import { createAccount, createBank } from '../support/entities.ts';
import { neverSchedule, startManualClockService } from '../support/manual-clock-service.ts';
import { createRandom } from '../support/random.ts';
import { expectData } from '../support/responses.ts';

const SEED = 20_261_121;
const WORKERS = 24;
const ROUNDS = 12;

test('while deposits are created, paid, cancelled and reversed at once, no account exceeds its daily limit, and all of it adds up', async () => {
  using folder = temporaryFolder();
  const options = { folder: folder.path, clock: createClock(), platform: { schedule: neverSchedule } };
  await using service = await startManualClockService(options);
  const { id: bankId } = await createBank(service, { withAccount: false });
  for (const dailyLimitMinor of [100_000, 50_000]) await createAccount(service, { bankId, dailyLimitMinor });
  const random = createRandom(SEED);
  const send = (amount: number) =>
    service.ask(DEPOSIT, { as: MERCHANT, body: depositFields({ bankId, amount: String(amount) }) });
  let refused = 0;
  const round = async () => {
    const ending = random.next();
    const created = await send(100);
    if (created.status !== 200) {
      expect(created.status).toBe(503);
      refused += 1;
      return;
    }
    const { transactionId } = expectData(created);
    if (ending < 0.5) return service.transition('cancel', transactionId, { as: MERCHANT });
    if (ending > 0.95) return;
    const paid = ['80', '99.99', '100'][random.below(3)] ?? '';
    // A few are cancelled, and paid late.
    const isCancelled = ending < 0.55;
    if (isCancelled) await service.transition('cancel', transactionId, { as: MERCHANT });
    const [verb, sequence] = isCancelled ? (['correct', 2] as const) : (['settle', 1] as const);
    const fields = { sequence: String(sequence), finalAmount: paid, reason: 'as seen' };
    await service.transition(verb, transactionId, { fields });
    if (ending > 0.7)
      await service.transition('reverse', transactionId, {
        fields: { sequence: String(sequence + 1), reason: 'sent back' },
      });
  };
  const work = async () => {
    for (let times = 0; times < ROUNDS; times += 1) await round();
  };
  await Promise.all(Array.from({ length: WORKERS }, work));

  await using committed = openCommitted(service.databasePath);
  const rows = await committed.transactions();
  const rooms: number[] = [];
  for (const account of await committed.accounts(bankId)) {
    const own = rows.filter((row) => row.bank_account_id === account.id);
    const sum = (status: string) =>
      own
        .filter((row) => row.status === status)
        .reduce((total, row) => total + (row.final_amount_minor ?? row.amount_minor), 0);
    expect([account.pending_minor, account.paid_minor]).toEqual([sum('pending'), sum('successful')]);
    rooms.push((account.daily_limit_minor ?? 0) - account.pending_minor - account.paid_minor);
  }
  expect(refused).toBeGreaterThan(0);
  await expectAgreement(service.databasePath);
  // Deposits that are paid late count without a limit: no room may be left, and less than none.
  const roomMinor = Math.max(0, ...rooms);
  if (roomMinor > 0) expectData(await send(roomMinor / 100));
  expect((await send((roomMinor + 1) / 100)).status).toBe(503);
});
