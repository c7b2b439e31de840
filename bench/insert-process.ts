/** The limit of a database: it inserts one row after another on each connection, each in its own commit. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export interface InsertJob {
  readonly url: string;
  readonly connections: number;
  readonly warmUpSeconds: number;
  readonly measuredSeconds: number;
}

export type InsertReport =
  | {
      /** Rows of the measured period, and of the whole run. */
      readonly measured: number;
      readonly inserted: number;
    }
  | { readonly error: string };

/** A stored transaction by its columns. */
type Row = Readonly<Record<string, unknown>>;

process.once('message', (job: InsertJob) => {
  insertRows(job).then(reply, (error: unknown) =>
    reply({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit(1));

function reply(report: InsertReport): void {
  process.send?.(report, () => process.exit(0));
}

/** Inserts copies of the one stored deposit, which differ only in unique columns. */
async function insertRows(job: InsertJob): Promise<InsertReport> {
  const clients = await Promise.all(
    Array.from({ length: job.connections }, async () => {
      const client = new pg.Client({ connectionString: job.url });
      await client.connect();
      return client;
    }),
  );
  const { rows } = (await clients[0]?.query<Row>('select * from transactions')) ?? { rows: [] };
  const [deposit] = rows;
  if (!deposit) throw new Error('there is no deposit to copy');
  const names = Object.keys(deposit).filter((name) => name !== 'number');
  const text = `insert into transactions (${names}) values (${names.map((_, index) => `$${index + 1}`)})`;
  let isMeasured = false;
  let measured = 0;
  let inserted = 0;
  const startedAtMs = performance.now();
  const measuredFromMs = startedAtMs + job.warmUpSeconds * 1000;
  const endsAtMs = measuredFromMs + job.measuredSeconds * 1000;
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < endsAtMs) {
        const row = copyOf(deposit);
        await client.query({ name: 'insert', text, values: names.map((name) => row[name]) });
        isMeasured ||= performance.now() >= measuredFromMs;
        inserted += 1;
        if (isMeasured) measured += 1;
      }
    }),
  );
  await Promise.all(clients.map((client) => client.end()));
  return { measured, inserted };
}

function copyOf(deposit: Row): Row {
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  return {
    ...deposit,
    id: seconds.padStart(8, '0') + randomBytes(8).toString('hex'),
    process_id: randomBytes(12).toString('hex'),
    user_id: randomBytes(8).toString('hex'),
    reference: randomBytes(8).toString('hex'),
    pay_token: randomBytes(16).toString('base64url'),
  };
}
