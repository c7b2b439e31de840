import pg from 'pg';

/**
 * Opens a separate connection to a PostgreSQL, which its caller ends. When the server cuts it, its next statement
 * fails; without a listener the whole run would.
 */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}
