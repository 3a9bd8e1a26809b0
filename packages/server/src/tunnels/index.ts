export { tunnels001 } from './migrations/001-tunnels.ts';
export { tunnelRoutes } from './routes.ts';
export { TunnelHub } from './tunnel-hub.ts';
export { deleteOldTunnels } from './tunnel-rows.ts';
