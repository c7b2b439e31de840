import { findNearest } from '../domain/nearest.ts';
import type { Route } from './surface.ts';

/** A path and a method, as they were asked for. */
interface Asked {
  readonly method: string;
  readonly path: string;
}

/** A route that a request may have meant. */
interface Candidate {
  readonly methods: readonly string[];
  readonly segments: readonly string[];
}

/** A candidate, beside the segments of the path that it was compared with. */
interface Found {
  readonly candidate: Candidate;
  readonly typed: readonly string[];
}

/** Files and screens of pages have paths that nobody types. */
const UNTYPED = /^\/(assets|brand)\/|[*{]/;
const MAX_PATH_CHARACTERS = 200;

/**
 * Collects the routes that a mistyped path is compared with. The sentences name our routes only and never repeat
 * the path, which may hold a secret or a name.
 */
export function createRouteSuggestions(routes: readonly Route[]) {
  const candidates: readonly Candidate[] = routes
    .filter(({ path }) => !UNTYPED.test(path))
    .map(({ path, methods }) => ({ methods, segments: segmentsOf(path) }));

  function find({ method, path }: Asked): Found | undefined {
    if (path.length > MAX_PATH_CHARACTERS) return undefined;
    const typed = segmentsOf(path);
    const taking = candidates.filter(({ methods }) => methods.includes(method));
    // A route of the same method comes first. Newcomers leave the version out, or take another one.
    for (const among of [taking, candidates])
      for (const segments of [typed, ['v1', ...typed], ['v1', ...typed.slice(1)]]) {
        const candidate = findAmong(segments, among);
        if (candidate) return { candidate, typed: segments };
      }
    return undefined;
  }

  return {
    /** The sentences about a path that is no route; empty without a suggestion. */
    forPath(asked: Asked): string {
      const found = find(asked);
      if (!found) return '';
      const slash = asked.path.endsWith('/') ? ' A path has no slash at its end.' : '';
      return `${slash}${hasCapitals(found) ? ' Paths are in lower case.' : ''}${question(asked, found)}`;
    },
    /** The sentence about a path that takes other methods; empty without a suggestion. */
    forMethod(asked: Asked): string {
      const found = find(asked);
      return found?.candidate.methods.includes(asked.method) ? question(asked, found) : '';
    },
  };
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith(':') ?? false;
}

function findAmong(typed: readonly string[], candidates: readonly Candidate[]): Candidate | undefined {
  const [first = ''] = typed;
  const fitting = candidates.filter(
    ({ segments }) => segments.length === typed.length && findNearest(first, segments.slice(0, 1), String),
  );
  // A parameter takes every value.
  return findNearest(typed.join('/'), fitting, ({ segments }) =>
    segments.map((segment, at) => (isParameter(segment) ? (typed[at] ?? '') : segment)).join('/'),
  );
}

function hasCapitals({ candidate, typed }: Found): boolean {
  return candidate.segments.some(
    (segment, at) => !isParameter(segment) && typed[at] !== segment && typed[at]?.toLowerCase() === segment,
  );
}

function question({ method }: Asked, { candidate: { methods, segments } }: Found): string {
  const path = segments
    .map((segment) => (isParameter(segment) ? `{${segment.slice(1)}}` : segment))
    .join('/');
  return ` Did you mean ${methods.includes(method) ? method : (methods[0] ?? '')} /${path}?`;
}
