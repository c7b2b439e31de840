import { z } from 'zod';
import { validationError } from '../../domain/errors.ts';
import { readLogo } from '../../domain/logo.ts';
import { nameText, typeProblem } from '../fields.ts';
import { isReturnAllowed, returnHosts, returnUrl } from '../payments/return-url.ts';
import type { ClientPatch, ClientRecord, PageSettings } from './client-directory.ts';

const LOGO_FORM = 'a picture in base64: PNG, JPEG or WebP';

/** A picture in base64, read into a logo. */
const brandLogo = z.string({ error: typeProblem(LOGO_FORM) }).transform((value, context) => {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0;
  const logo = isBase64 ? readLogo(Buffer.from(value, 'base64')) : { problem: `must be ${LOGO_FORM}.` };
  if ('bytes' in logo) return logo;
  context.addIssue({ code: 'custom', message: logo.problem });
  return z.NEVER;
});

const brandColor = z
  .string({ error: typeProblem('a color such as #1f4fa3') })
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1f4fa3.')
  .transform((color) => color.toLowerCase());

/** The fields of an update that change what payers see. Null clears a field. */
export const pageFields = {
  /** The hosts that payers may be led back to, such as shop.example.com. */
  returnHosts: returnHosts.optional(),
  /** Where payers are led back to from deposits that name no returnUrl. */
  returnUrl: returnUrl.nullable().optional(),
  /** The name that payers read in place of the client's. */
  brandName: nameText.nullable().optional(),
  /** The payment page derives its colors from it, each with enough contrast. */
  brandColor: brandColor.nullable().optional(),
  brandLogo: brandLogo.nullable().optional(),
};

/** How payers see a merchant. */
export const brandView = z.object({
  name: z.string().nullable(),
  color: z.string().nullable(),
  logoUrl: z.string().nullable(),
});

export const pageView = {
  returnHosts: z.array(z.string()),
  returnUrl: z.string().nullable(),
  brand: brandView,
};

/** The path of a logo below the root of the service. */
export function logoPath(file: string): string {
  return `brand/${file}`;
}

/** Shows the page settings of a client. */
export function viewPage(settings: PageSettings, publicUrl: string) {
  const { brandName, brandColor, brandLogo, returnUrl } = settings;
  const logoUrl = brandLogo && `${publicUrl}/${logoPath(brandLogo)}`;
  return {
    returnHosts: [...settings.returnHosts],
    returnUrl,
    brand: { name: brandName, color: brandColor, logoUrl },
  };
}

/**
 * Checks that the default way back of a client is on one of its hosts after a change.
 * @throws ServiceError error_validation that names the field to change.
 */
export function checkReturn(change: ClientPatch, known: ClientRecord | undefined): void {
  const hosts = change.returnHosts ?? known?.returnHosts ?? [];
  const url = change.returnUrl === undefined ? known?.returnUrl : change.returnUrl;
  if (!url || isReturnAllowed(url, hosts)) return;
  const { host } = new URL(url);
  throw validationError([
    change.returnUrl
      ? { path: 'returnUrl', message: `returnUrl is on ${host}, which is not in returnHosts. Add it there.` }
      : {
          path: 'returnHosts',
          message: `returnHosts must hold ${host}, the host of returnUrl. Keep it, or clear returnUrl.`,
        },
  ]);
}
