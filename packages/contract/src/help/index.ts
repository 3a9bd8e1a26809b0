export * from './settings.ts';
export * from './who-may.ts';
