export { tunnelRoutes } from './routes.ts';
export { TunnelHub } from './tunnel-hub.ts';
