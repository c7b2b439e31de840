import { createServer } from 'node:net';
import { ensureBuilt } from './built.mjs';

// `npm start`: checks that the port is free, builds what has changed, and runs the service.
const host = process.env.HOST ?? (process.env.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1');
const port = Number(process.env.PORT || 3000);

process.stderr.write(`Starting bank-transfers on ${host}:${port} …\n`);
if (await isTaken()) {
  process.stderr.write(
    `Port ${port} of ${host} is in use, perhaps by another start. Stop that program, or take another port: PORT=${port + 1} npm start\n`,
  );
  process.exit(1);
}
ensureBuilt();
await import(new URL('../../dist/src/main.js', import.meta.url).href);

/** The service itself explains every other mistake in HOST and PORT. */
function isTaken() {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return false;
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (/** @type {NodeJS.ErrnoException} */ error) =>
      resolve(error.code === 'EADDRINUSE'),
    );
    server.listen(port, host, () => server.close(() => resolve(false)));
  });
}
