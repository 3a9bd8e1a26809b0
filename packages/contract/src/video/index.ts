export { videoEndpoints } from './endpoints.ts';
