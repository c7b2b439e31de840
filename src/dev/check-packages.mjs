import { createRequire } from 'node:module';

// This file runs before the packages of the build are known to be there, so it is plain JavaScript.
try {
  createRequire(import.meta.url).resolve('esbuild');
} catch {
  process.stderr.write(
    'The build needs the development packages, which npm leaves out when NODE_ENV is production: run npm ci --include=dev, then npm run build, then npm prune --omit=dev.\n',
  );
  process.exit(1);
}
