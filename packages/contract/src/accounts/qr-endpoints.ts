import { z } from 'zod';
import { endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';
import { done, signedIn } from './schema.ts';

const web = ['web'] as const;
const params = z.object({ code: storableText(40) });
const errors = ['loginCodeInvalid', 'loginCodeUsed', 'loginCodeExpired'] as const;

/** How long a code on the screen may be scanned and confirmed. */
export const QR_SECONDS = 120;
/** `network-error` is the page's own: no answer came. */
export const QR_STATES = ['scanning', 'scanned', 'logging-in', 'expired'] as const;

/** Signing in by scanning a code with a phone that is signed in; bound to the browser that shows it. */
export const qrEndpoints = {
  qrCodeCreate: endpoint({
    method: 'POST',
    path: '/api/v1/session/qr',
    access: web,
    needs: 'public',
    summary: 'A code for this browser to show; a phone that is signed in opens its path and confirms.',
    response: z.object({
      code: z.string(),
      /** What the phone opens on this server; the page puts its own origin in front. */
      path: z.string(),
      expiresAt: z.string(),
    }),
    errors: ['tooManyFailures'],
    status: 201,
  }),
  qrCodeGet: endpoint({
    method: 'GET',
    path: '/api/v1/session/qr/{code}',
    access: web,
    needs: 'public',
    summary: 'How far the code is; ask every two seconds.',
    params,
    response: z.object({ state: z.enum(QR_STATES), expiresAt: z.string() }),
    errors,
  }),
  qrCodeSignIn: endpoint({
    method: 'POST',
    path: '/api/v1/session/qr/{code}',
    access: web,
    needs: 'public',
    summary: 'Signs this browser in with its confirmed code, once.',
    params,
    response: signedIn,
    errors,
    status: 201,
  }),
  qrCodeScan: endpoint({
    method: 'POST',
    path: '/api/v1/qr-codes/{code}/scan',
    access: web,
    needs: 'account',
    summary: 'The phone looks at a code: which browser would be signed in.',
    params,
    response: z.object({ network: z.string(), userAgent: z.string(), expiresAt: z.string() }),
    errors,
  }),
  qrCodeConfirm: endpoint({
    method: 'POST',
    path: '/api/v1/qr-codes/{code}/confirm',
    access: web,
    needs: 'account',
    summary: 'The phone confirms: that browser is signed in as this account.',
    params,
    response: done,
    errors,
  }),
  qrCodeRefuse: endpoint({
    method: 'POST',
    path: '/api/v1/qr-codes/{code}/refuse',
    access: web,
    needs: 'account',
    summary: 'The phone refuses: the code ends.',
    params,
    response: done,
    errors,
  }),
} as const;
