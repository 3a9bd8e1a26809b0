export * from './format.ts';
export { useNow } from './use-now.ts';
export { Age } from './Age.tsx';
