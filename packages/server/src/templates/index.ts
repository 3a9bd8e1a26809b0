export type * from './tables.ts';
export { templateRoutes } from './routes.ts';
export { templates001 } from './migrations/001-templates.ts';
