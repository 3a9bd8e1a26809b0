/** The nonce of this page's content security policy; styles created at run time need it. */
export const cspNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

declare global {
  var __webpack_nonce__: string | undefined;
}

// react-remove-scroll (scroll lock under dialogs) reads its nonce from this name.
globalThis.__webpack_nonce__ = cspNonce;
