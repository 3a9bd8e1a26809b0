export * from './topics.ts';
export * from './capabilities.ts';
export * from './config.ts';
export * from './messages.ts';
export * from './requests.ts';
