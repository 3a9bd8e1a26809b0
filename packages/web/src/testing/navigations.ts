import { onTestFinished } from 'vitest';

/** The Navigation API, which Chromium has and the DOM types of the compiler do not. */
interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

/**
 * Prevents the window from leaving the page of the test. Returns the addresses to which it would have gone, as path
 * and query; the list grows with each attempt.
 */
export function preventNavigations(): readonly string[] {
  const addresses: string[] = [];
  const { navigation } = window as unknown as { readonly navigation: EventTarget };
  const onNavigate = (event: Event): void => {
    const { destination } = event as NavigateEvent;
    if (destination.sameDocument) return;
    event.preventDefault();
    const { pathname, search } = new URL(destination.url);
    addresses.push(pathname + search);
  };
  navigation.addEventListener('navigate', onNavigate);
  onTestFinished(() => navigation.removeEventListener('navigate', onNavigate));
  return addresses;
}
