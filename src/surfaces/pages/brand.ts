import { extname } from 'node:path';
import { LOGO_TYPES } from '../../banks/domain/logo.ts';
import type { OpenRoute, RequestContext } from '../../http/surface.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import { IMMUTABLE } from './assets.ts';
import { deriveColors, type Scheme } from './palette.ts';

const LOGO_FILE = /^[0-9a-f]{64}\.(png|jpg|webp)$/;
const COLOR_FILE = /^[0-9a-f]{6}\.css$/;

/** The path of a stylesheet with the colors of a merchant, below the root of the service. */
export function stylesPath(color: string): string {
  return `brand/${color.slice(1)}.css`;
}

/**
 * Logos, and stylesheets of colors. The names identify the whole content, so browsers cache them without an end. The
 * page loads them from here, because its policy allows no other host and no inline style.
 */
export function createBrandRoutes({ clients }: Dependencies): readonly OpenRoute[] {
  return [
    {
      path: '/brand/:file',
      methods: ['GET', 'HEAD'],
      authentication: 'none',
      async handle(ctx) {
        const { file = '' } = ctx.state.params;
        if (COLOR_FILE.test(file)) return write(ctx, 'text/css; charset=utf-8', renderColors(file));
        const bytes = LOGO_FILE.test(file) ? await clients.findLogo(file) : undefined;
        if (!bytes) throw new ServiceError('error_route_not_found', 'There is no file of this name.');
        const type = LOGO_TYPES[extname(file).slice(1) as keyof typeof LOGO_TYPES];
        write(ctx, type, Buffer.from(bytes));
      },
    },
  ];
}

function write(ctx: RequestContext, type: string, content: string | Buffer): void {
  ctx.set('Cache-Control', IMMUTABLE);
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  // Whatever the bytes contain, a browser that opens the file directly runs nothing.
  ctx.set('Content-Security-Policy', "default-src 'none'; sandbox");
  ctx.type = type;
  ctx.body = content;
}

function renderColors(file: string): string {
  const { light, dark } = deriveColors(`#${file.slice(0, 6)}`);
  // This file is not compiled, and browsers from before 2024 know no light-dark(). Paper is always light.
  return `${renderScheme(light)}@media screen and (prefers-color-scheme:dark){${renderScheme(dark)}}\n`;
}

function renderScheme({ accent, strong, onAccent, panel, tint }: Scheme): string {
  // Twice the class, so that it wins over :root of the page whichever is loaded first.
  return `:root:root{--accent:${accent};--accent-strong:${strong};--on-accent:${onAccent};--panel:${panel};--on-panel-muted:#ffffffd9;--tint:${tint}}`;
}
