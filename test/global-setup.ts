import { execFileSync } from 'node:child_process';

/** Tests that run the service as a process of its own run what `npm start` runs. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' });
}
