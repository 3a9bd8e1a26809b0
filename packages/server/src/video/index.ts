export { videoRoutes } from './routes.ts';
