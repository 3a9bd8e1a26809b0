export * from './settings.ts';
export * from './allowed-callers.ts';
export { formatSettingsPage } from './settings-page.ts';
