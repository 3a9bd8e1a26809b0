export { replacementRoutes } from './routes.ts';
export { takeOver } from './take-over.ts';
