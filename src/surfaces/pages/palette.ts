/** Red, green and blue, each from 0 to 1. */
type Rgb = readonly [red: number, green: number, blue: number];

const WHITE: Rgb = [1, 1, 1];
const BLACK: Rgb = [0, 0, 0];

/** Text needs this contrast (WCAG 1.4.3); a little more, because colors are rounded. */
const ENOUGH = 4.6;
const STEPS = 200;

/** The darkest and the lightest background of colored text, by color scheme: see web/pay/styles/base.css. */
const GROUNDS = { light: readHex('#e6eeec'), dark: readHex('#22312e') } as const;

/** The colors of one color scheme. */
export interface Scheme {
  readonly accent: string;
  readonly strong: string;
  readonly onAccent: string;
  readonly panel: string;
  readonly tint: string;
}

/**
 * Derives the colors of the payment page from the color of a merchant. Each is as near to it as its contrast allows:
 * accents against the grounds of the page, the panel against its white text.
 */
export function deriveColors(color: string): Readonly<Record<'light' | 'dark', Scheme>> {
  const base = readHex(color);
  const light = towards(base, BLACK, (tried) => contrast(tried, GROUNDS.light) >= ENOUGH);
  const dark = towards(base, WHITE, (tried) => contrast(tried, GROUNDS.dark) >= ENOUGH);
  const panel = towards(base, BLACK, (tried) => contrast(tried, WHITE) >= 7);
  return {
    light: {
      accent: writeHex(light),
      strong: writeHex(mix(light, BLACK, 0.25)),
      onAccent: '#ffffff',
      panel: writeHex(panel),
      tint: writeHex(mix(light, WHITE, 0.93)),
    },
    dark: {
      accent: writeHex(dark),
      strong: writeHex(mix(dark, WHITE, 0.35)),
      onAccent: '#0d1312',
      panel: writeHex(mix(panel, BLACK, 0.3)),
      tint: writeHex(mix(readHex('#161e1d'), dark, 0.1)),
    },
  };
}

/** Moves a color towards another one until the contrast is enough. White and black always have it. */
function towards(color: Rgb, end: Rgb, fits: (tried: Rgb) => boolean): Rgb {
  for (let step = 0; step < STEPS; step += 1) {
    const tried = mix(color, end, step / STEPS);
    if (fits(tried)) return tried;
  }
  return end;
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share;
  return [part(0), part(1), part(2)];
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors in hex. */
export function contrastOf(one: string, other: string): number {
  return contrast(readHex(one), readHex(other));
}

function readHex(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function writeHex(color: Rgb): string {
  const parts = color.map((part) =>
    Math.round(part * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${parts.join('')}`;
}
