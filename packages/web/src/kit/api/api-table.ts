export { api } from '@northlight/contract';
