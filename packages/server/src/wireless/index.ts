export { wirelessFor } from './desired.ts';
export { wirelessRoutes } from './routes.ts';
