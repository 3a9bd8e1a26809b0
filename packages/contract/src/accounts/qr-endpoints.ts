import { z } from 'zod';
import { done, endpoint } from '../kit/endpoint.ts';
import { storableText } from '../net/index.ts';
import { signedIn } from './schema.ts';

const web = ['web'] as const;
const params = z.object({ code: storableText(40) });
const errors = ['loginCodeInvalid', 'loginCodeUsed', 'loginCodeExpired'] as const;

/** Validity of a code on the screen (s). */
export const QR_SECONDS = 120;
/** States of a code; a page that gets no response shows `network-error`. */
export const QR_STATES = ['scanning', 'scanned', 'logging-in', 'expired'] as const;

/** Sign-in by scanning a code with a signed-in phone. A code works only for the browser that shows it. */
export const qrEndpoints = {
  qrCodeCreate: endpoint({
    method: 'POST',
    path: '/api/v1/session/qr',
    access: web,
    needs: 'public',
    summary: 'Creates a sign-in code for this browser. A signed-in phone opens its path and confirms.',
    response: z.object({
      code: z.string(),
      /** Path that the phone opens; the page adds its own origin in front. */
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
    summary: 'Returns the state of the sign-in code. Poll it every 2 s.',
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
    summary: 'Returns the browser that the code would sign in, so that the phone can show it.',
    params,
    response: z.object({ network: z.string(), userAgent: z.string(), expiresAt: z.string() }),
    errors,
  }),
  qrCodeConfirm: endpoint({
    method: 'POST',
    path: '/api/v1/qr-codes/{code}/confirm',
    access: web,
    needs: 'account',
    summary: 'Confirms the sign-in on the phone. The browser can then sign in as this account.',
    params,
    response: done,
    errors,
  }),
  qrCodeRefuse: endpoint({
    method: 'POST',
    path: '/api/v1/qr-codes/{code}/refuse',
    access: web,
    needs: 'account',
    summary: 'Declines the sign-in on the phone. The code then expires.',
    params,
    response: done,
    errors,
  }),
} as const;
