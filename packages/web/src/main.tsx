import './kit/zod-setup.ts';
import '@fontsource-variable/inter/wght.css';
import './styles.css';
import { createRoot } from 'react-dom/client';
import { isSignInPath } from './paths.ts';
import { reloadAfterUpdate } from './kit/reload-after-update.ts';

reloadAfterUpdate();
const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id root.');
const root = createRoot(element);

/** Loads the sign-in pages or the console, which are separate bundles. */
async function start(): Promise<void> {
  if (isSignInPath(window.location.pathname)) {
    const { SignInApp } = await import('./accounts/index.ts');
    root.render(<SignInApp />);
  } else {
    const { App, createConsole } = await import('./app/App.tsx');
    root.render(<App parts={createConsole()} />);
  }
}
void start();
