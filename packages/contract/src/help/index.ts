export * from './settings.ts';
export * from './allowed-callers.ts';
