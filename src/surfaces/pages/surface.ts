import { z } from 'zod';
import { FORM_TYPE, parseFormBody } from '../../http/form.ts';
import { queryValue } from '../../http/head.ts';
import { callOf, type LinkRoute, type RequestContext, type Surface } from '../../http/surface.ts';
import { fieldError, ServiceError } from '../../kernel/errors.ts';
import { fault } from '../../kernel/problems.ts';
import type { Dependencies } from '../../operations/dependencies.ts';
import type { Failure } from '../../operations/envelope.ts';
import { execute } from '../../operations/operation.ts';
import type { Payer } from '../../operations/permissions.ts';
import { cancelPayment, decideTestPayment, getPayment, markPaymentSent } from '../../payments/payments.ts';
import type { PaymentOutcome } from '../../payments/view.ts';
import type { Assets } from './assets.ts';
import { stylesPath } from './brand.ts';
import { type PageLocale, readLanguage, resolveLocale } from './format.ts';
import { PAGE_HEADERS } from './headers.ts';
import type { Html } from './html.ts';
import { acceptedLanguage } from './language.ts';
import { renderPage } from './layout.ts';
import type { PaymentPage } from './page.ts';
import { paymentTitle, renderCancelQuestion, renderMessage, renderPayment } from './pay.ts';
import type { Message, Texts } from './texts/en.ts';
import { LANGUAGES, type Language, TEXTS } from './texts/texts.ts';

const PREFIX = '/pay/';
/** One level deep: the page loads its files by relative paths. Without a token, no payment is found. */
const PATHS = [PREFIX, `${PREFIX}:token`];

/** The HTTP status of a payment that has ended. A payment that can no longer be made gets 410 Gone. */
const STATUS: Readonly<Record<PaymentOutcome, number>> = {
  successful: 200,
  unsuccessful: 200,
  reversed: 200,
  expired: 410,
  cancelled: 410,
};

/** The operations of the page's forms. The last ones are only on the page of a test. */
const ACTIONS = {
  sent: [markPaymentSent, {}],
  cancel: [cancelPayment, {}],
  'test-settle': [decideTestPayment, { decision: 'settle' }],
  'test-reject': [decideTestPayment, { decision: 'reject' }],
  'test-expire': [decideTestPayment, { decision: 'expire' }],
} as const;

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];

/** The fields of the page's forms. Any other value counts as missing. */
const formFields = z
  .object({
    action: z.enum(ACTION_NAMES).optional().catch(undefined),
    lang: z.enum(LANGUAGES).optional().catch(undefined),
  })
  .catch({});

/** The surface of payers: pages that a payment link opens. They work without JavaScript. */
export function createPagesSurface(dependencies: Dependencies, assets: Assets): Surface {
  const files = assets.page('pay');

  function write(
    ctx: RequestContext,
    page: { title: string; locale: PageLocale; main: Html; live: boolean; styles?: readonly string[] },
  ) {
    ctx.set(PAGE_HEADERS);
    ctx.vary('Accept-Language');
    ctx.type = 'html';
    ctx.body = renderPage({ ...page, files });
  }

  function localeOf(ctx: RequestContext): PageLocale {
    const language = chosenLanguage(ctx) ?? acceptedLanguage(ctx);
    return { ...resolveLocale(language, ctx.get('Accept-Language')), timeZone: dependencies.timeZone };
  }

  async function show(ctx: RequestContext, payer: Payer): Promise<void> {
    const payment = await execute(getPayment, callOf(ctx, payer, dependencies), {});
    const locale = localeOf(ctx);
    const token = tokenOf(ctx);
    const page: PaymentPage = {
      payment,
      locale,
      token,
      url: `${dependencies.publicUrl}${PREFIX}${token}`,
      keepsLanguage: chosenLanguage(ctx) !== undefined,
    };
    const asksToCancel = queryValue(ctx, 'confirm') === 'cancel' && !payment.outcome && !payment.partlyPaid;
    const main = asksToCancel ? renderCancelQuestion(page) : renderPayment(page);
    // The page's script loads the new state with 200: to it, an ended payment is not a failure.
    const isUpdate = queryValue(ctx, 'live') !== undefined;
    ctx.status = payment.outcome && !isUpdate ? STATUS[payment.outcome] : 200;
    const { color } = payment.brand;
    const styles = color === null ? [] : [stylesPath(color)];
    write(ctx, { title: paymentTitle(page), locale, main, live: !asksToCancel, styles });
  }

  const toRoutes = (path: string): readonly LinkRoute[] => {
    const shared = {
      path,
      name: `${PREFIX}:token`,
      authentication: 'link',
      readToken: tokenOf,
      bodyTypes: [FORM_TYPE],
    } as const;
    return [
      { ...shared, methods: ['GET', 'HEAD'], handle: show },
      { ...shared, methods: ['POST'], handle: (ctx, payer) => act(ctx, payer, dependencies) },
    ];
  };

  return {
    name: 'pages',
    routes: PATHS.flatMap(toRoutes),
    writeFailure(ctx, failure) {
      const locale = localeOf(ctx);
      const message = messageOf(failure, TEXTS[locale.language]);
      ctx.status = failure.status;
      write(ctx, { title: message.title, locale, main: renderMessage(message), live: false });
    },
  };
}

/** Runs the operation of a form and redirects the browser to the page. */
async function act(ctx: RequestContext, payer: Payer, dependencies: Dependencies): Promise<void> {
  const { action } = formOf(ctx);
  if (!action) throw fieldError('action', fault('not_one_of', { allowed: ['sent', 'cancel'] }));
  try {
    const [operation, input] = ACTIONS[action];
    await execute<z.ZodType, z.ZodType, Payer>(operation, callOf(ctx, payer, dependencies), input);
  } catch (error) {
    // The payment has ended meanwhile: the page shows how.
    if (!(error instanceof ServiceError) || error.type !== 'error_transition_not_allowed') throw error;
  }
  const language = chosenLanguage(ctx);
  ctx.set(PAGE_HEADERS);
  ctx.status = 303;
  ctx.set('Location', tokenOf(ctx) + (language ? `?lang=${language}` : ''));
}

/** The token without decoding: an escaped token is a different one, because each link has one spelling. */
function tokenOf({ path }: RequestContext): string {
  return path.slice(PREFIX.length);
}

function formOf(ctx: RequestContext): z.output<typeof formFields> {
  try {
    return formFields.parse(parseFormBody(ctx.state.rawBody));
  } catch {
    return {};
  }
}

function chosenLanguage(ctx: RequestContext): Language | undefined {
  return readLanguage(queryValue(ctx, 'lang')) ?? formOf(ctx).lang;
}

function messageOf({ status, error }: Failure, texts: Texts): Message {
  if (status === 404) return texts.notFound;
  if (error.type === 'error_rate_limited') return texts.tooMany;
  return status >= 500 ? texts.unavailable : texts.refused;
}
