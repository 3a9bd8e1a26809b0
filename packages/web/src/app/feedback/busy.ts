/** Messages of the full-screen overlay (specification §2). */
export const BUSY_TEXTS = {
  saving: 'Saving…',
  loading: 'Loading…',
  uploading: 'Uploading…',
  jumping: 'Opening…',
} as const;
export type Busy = keyof typeof BUSY_TEXTS;

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly busy?: Busy };
  }
}
