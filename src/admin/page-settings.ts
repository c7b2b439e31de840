import { z } from 'zod';
import { readLogo } from '../banks/domain/logo.ts';
import { fieldError } from '../kernel/errors.ts';
import { fault, issueText } from '../kernel/problems.ts';
import { nameText, typeProblem, viewType } from '../operations/fields.ts';
import { isReturnAllowed, returnHosts, returnUrl } from '../payments/return-url.ts';
import type { ClientPatch, ClientRecord, PageSettings } from './client-directory.ts';

const NO_LOGO = fault('not_a_picture', 'must be a picture in base64: PNG, JPEG or WebP.');

/** A picture in base64, read into a logo. */
const brandLogo = z.string({ error: typeProblem(NO_LOGO) }).transform((value, context) => {
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0;
  const logo = isBase64 ? readLogo(Buffer.from(value, 'base64')) : { problem: NO_LOGO };
  if ('bytes' in logo) return logo;
  context.addIssue({ code: 'custom', message: issueText(logo.problem) });
  return z.NEVER;
});

const brandColor = z
  .string({ error: typeProblem(fault('not_a_color')) })
  .regex(/^#[0-9a-f]{6}$/i, issueText(fault('not_a_color')))
  .transform((color) => color.toLowerCase());

/** The fields of an update that change what payers see. Null clears a field. */
export const pageFields = {
  returnHosts: returnHosts
    .optional()
    .describe('The hosts that payers can be sent back to, such as shop.example.com.'),
  returnUrl: returnUrl
    .nullable()
    .optional()
    .describe('Where payers of deposits without a returnUrl are sent back to.'),
  brandName: nameText.nullable().optional().describe("The name that payers read in place of the client's."),
  /** Each derived color has enough contrast. */
  brandColor: brandColor
    .nullable()
    .optional()
    .describe('A color such as #1f4fa3. The payment page derives its colors from it.'),
  brandLogo: brandLogo.nullable().optional().describe('A picture in base64: PNG, JPEG or WebP.'),
};

/** How payers see a merchant. */
const brandView = viewType('Brand', 'How payers see a merchant on the payment page.', {
  name: z.string().nullable().describe("The name that payers read in place of the client's."),
  color: z.string().nullable().describe('The color of the payment page.'),
  logoUrl: z.string().nullable().describe('Where the logo is.'),
});

export const pageView = {
  returnHosts: z.array(z.string()).describe('The hosts that payers can be sent back to.'),
  returnUrl: z.string().nullable().describe('Where payers of deposits without a returnUrl are sent back to.'),
  brand: brandView.describe('How payers see the merchant.'),
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
  throw change.returnUrl
    ? fieldError('returnUrl', fault('host_missing', { host }))
    : fieldError('returnHosts', fault('host_needed', { host }));
}
