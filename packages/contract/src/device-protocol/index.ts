export * from './topics.ts';
export * from './capabilities.ts';
export * from './config.ts';
export * from './config-ports.ts';
export * from './commands.ts';
export * from './firmware.ts';
export * from './messages.ts';
export * from './requests.ts';
