import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compactPage } from '../testing/compact-page.ts';
import { formatSettingsPage } from './settings-page.ts';

const PAGE = new URL('../../../../docs/settings.md', import.meta.url);

test('the committed page lists the settings (if not, run npm run pages)', () => {
  expect(compactPage(formatSettingsPage())).toBe(compactPage(readFileSync(PAGE, 'utf8')));
});
