export { tunnelRoutes } from './routes.ts';
export { TunnelHub } from './tunnel-hub.ts';
export { deleteOldTunnels } from './tunnel-rows.ts';
