import type { Engine } from './dialect.ts';

/** What is remembered of the database under a key; undefined when nothing is. */
export async function recall(engine: Engine, key: string): Promise<string | undefined> {
  const query = engine.reader.selectFrom('service_info').select('value').where('key', '=', key);
  return (await query.executeTakeFirst())?.value;
}

/** Remembers a fact about the database, in place of what was remembered before. */
export async function remember(engine: Engine, key: string, value: string): Promise<void> {
  await engine.write((trx) =>
    trx
      .insertInto('service_info')
      .values({ key, value })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
      .execute(),
  );
}

/**
 * Remembers a fact about the database the first time it is told.
 * @returns the value that is remembered: another one than `value` if an earlier one stands.
 */
export async function rememberOnce(engine: Engine, key: string, value: string): Promise<string> {
  const known = await recall(engine, key);
  if (known !== undefined) return known;
  await engine.write((trx) =>
    trx
      .insertInto('service_info')
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return (await recall(engine, key)) ?? value;
}
