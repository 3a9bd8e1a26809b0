import { BUILT_FLAGS, NAV } from '@northlight/contract';
import { describe, expect, it } from 'vitest';
import { WALKED } from '../../e2e/src/accessibility-addresses.ts';
import { isSignInPath, PATHS, formatSignInAddress, SIGN_IN_PATHS } from './paths.ts';

const routesText = Object.values(
  import.meta.glob<string>('./routes.tsx', { query: '?raw', import: 'default', eager: true }),
).join('');

describe('paths', () => {
  it('have a route for every name', () => {
    for (const name of Object.keys(PATHS)) expect(routesText, name).toContain(`path: PATHS.${name},`);
  });

  it('have a page with a flag for every menu item whose screen exists', () => {
    const paths: readonly string[] = Object.values(PATHS);
    for (const item of NAV.filter(({ flag }) => BUILT_FLAGS.includes(flag))) {
      expect(paths, item.title).toContain(item.route);
      expect(routesText, item.title).toContain(`flag: '${item.flag}'`);
    }
  });

  it('are visited by the accessibility walk', () => {
    const walked = WALKED.map(([address]) => address.split('?')[0] ?? '');
    // Leads to the profile.
    const redirects: readonly string[] = [PATHS.account];
    for (const path of [...Object.values(PATHS), ...Object.values(SIGN_IN_PATHS)]) {
      if (redirects.includes(path)) continue;
      const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, String.raw`[^/]+`)}$`);
      expect(
        walked.some((address) => pattern.test(address)),
        path,
      ).toBe(true);
    }
  });

  it('keep the return address in the URL of the sign-in page', () => {
    expect(formatSignInAddress('/')).toBe('/login');
    expect(formatSignInAddress('/manage/devconf?project=7')).toBe(
      '/login?return=%2Fmanage%2Fdevconf%3Fproject%3D7',
    );
    expect(formatSignInAddress('/about', 10)).toBe('/login?return=%2Fabout&why=10');
    expect(formatSignInAddress('/', 'idle')).toBe('/login?why=idle');
    expect(isSignInPath('/static/lrf')).toBe(true);
    expect(isSignInPath('/overview/preview')).toBe(false);
  });
});
