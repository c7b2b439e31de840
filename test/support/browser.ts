import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { workerBrowser } from './chromium.ts';

const SCREENSHOTS = fileURLToPath(new URL('../screenshots/', import.meta.url));
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Time limit of one step of a page. A busy machine needs more than a person would wait. */
const STEP_MS = 20_000;

const LOOPBACK = /^(http:\/\/127\.0\.0\.1:\d+\/|data:|blob:http:\/\/127\.0\.0\.1:)/;

/** Stores what the clipboard of the browser has accepted from this page. */
const REMEMBER_COPIES = `{
  const { clipboard } = navigator;
  const write = clipboard?.writeText.bind(clipboard);
  if (write) clipboard.writeText = async (text) => {
    await write(text);
    window.copied = text;
  };
}`;

export interface PageOptions {
  /** CSS pixels; 1280 by default. */
  readonly width?: number;
  readonly height?: number;
  /** A BCP 47 tag, which becomes the Accept-Language. */
  readonly locale?: string;
  /** An IANA name; by default that of this machine. */
  readonly timeZone?: string;
  readonly dark?: boolean;
  readonly javaScript?: boolean;
  /** A phone or tablet, with touch instead of a pointer. */
  readonly touch?: boolean;
  /** Permissions granted to the page, such as `clipboard-write`. */
  readonly permissions?: readonly string[];
}

/** A page in its own browser profile. */
export interface TestPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Expects at least one problem that matches, which then does not fail the test. */
  expectProblem(pattern: RegExp): void;
  /** Saves a screenshot of the whole page for people if SCREENSHOTS=1. */
  screenshot(name: string): Promise<void>;
  /** Stops all timers that the page sets until its clock is resumed, so that what it shows for a moment stays. */
  holdTimers(): Promise<void>;
  /** Returns what the page copied last. The clipboard itself is shared with the other files' pages. */
  copied(): Promise<string | undefined>;
  /** Returns the accessibility rules that the page violates, with the elements. */
  accessibilityProblems(): Promise<string[]>;
}

interface OpenPage extends TestPage {
  readonly problems: readonly string[];
  readonly expected: readonly RegExp[];
}

/**
 * Connects the tests of a file to a browser. A test fails when one of its pages has an unexpected
 * problem: an error or a warning in its console, an exception, a violation of its content security policy, or a
 * request to another machine.
 */
export function useBrowser(): (options?: PageOptions) => Promise<TestPage> {
  const pages: OpenPage[] = [];

  afterEach(async () => {
    const opened = pages.splice(0);
    for (const { context } of opened) await context.close();
    for (const page of opened) checkProblems(page);
  });

  return async (options = {}) => {
    const opened = await open(await workerBrowser(), options);
    pages.push(opened);
    return opened;
  };
}

function checkProblems({ problems, expected }: OpenPage): void {
  expect(problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)))).toEqual([]);
  for (const pattern of expected) expect(problems.join('\n')).toMatch(pattern);
}

async function open(browser: Browser, options: PageOptions): Promise<OpenPage> {
  const {
    width = 1280,
    height = 800,
    locale = 'en-US',
    dark = false,
    touch = false,
    permissions = [],
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    locale,
    ...(options.timeZone !== undefined && { timezoneId: options.timeZone }),
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    isMobile: touch,
    javaScriptEnabled: options.javaScript ?? true,
    permissions: [...permissions],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_MS);
  await context.addInitScript(REMEMBER_COPIES);
  const page = await context.newPage();
  const expected: RegExp[] = [];
  return {
    page,
    context,
    problems: collectProblems(page),
    expected,
    expectProblem: (pattern) => void expected.push(pattern),
    async screenshot(name) {
      if (process.env.SCREENSHOTS !== '1') return;
      await page.screenshot({ path: `${SCREENSHOTS}${name}.png`, fullPage: true });
    },
    async holdTimers() {
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 1000);
    },
    copied: () => page.evaluate<string | undefined>('window.copied'),
    accessibilityProblems: () => findAccessibilityProblems(page),
  };
}

function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    if (!LOOPBACK.test(request.url())) problems.push(`request to ${request.url()}`);
  });
  return problems;
}

/** Runs axe by evaluation, because a strict content security policy would refuse an added script. */
async function findAccessibilityProblems(page: Page): Promise<string[]> {
  // Loading it takes longer than running it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const { violations, incomplete }: AxeResults = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] })",
  );
  expect(incomplete).toBeInstanceOf(Array);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`),
  );
}
