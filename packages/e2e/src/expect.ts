import { expect as playwrightExpect } from 'playwright/test';

/**
 * Playwright's `expect`. Assertions on locators and pages are repeated until they hold or the time of a step
 * has passed, so stories never read the page once.
 */
export const expect = playwrightExpect.configure({ timeout: 15_000 });
