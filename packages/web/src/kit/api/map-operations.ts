export { mapEndpoints } from '@northlight/contract';
