import { expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';

/** Runs the script of the page as a classic script, before the end of the load. */
function runScript(): void {
  const script = document.createElement('script');
  script.src = '/too-old.js';
  script.addEventListener('load', () => window.dispatchEvent(new Event('load')));
  document.head.append(script);
  onTestFinished(() => {
    script.remove();
    for (const note of document.querySelectorAll('body > [role="alert"]')) note.remove();
  });
}

it('shows a message in an outdated browser before the console is loaded', async () => {
  const supports = CSS.supports.bind(CSS);
  vi.spyOn(CSS, 'supports').mockImplementation((text: string, value?: string) => {
    if (text.includes(':has')) return false;
    return value === undefined ? supports(text) : supports(text, value);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  runScript();
  await expect
    .element(page.getByRole('alert').getByText('This browser is too old for Northlight.'))
    .toBeVisible();
});
