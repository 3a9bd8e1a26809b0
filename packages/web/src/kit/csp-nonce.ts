/** Nonce of this page's content security policy, which styles created at run time need. */
export const cspNonce: string =
  document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

declare global {
  var __webpack_nonce__: string | undefined;
}

// Sets the name from which react-remove-scroll (scroll lock under dialogs) reads its nonce.
globalThis.__webpack_nonce__ = cspNonce;
