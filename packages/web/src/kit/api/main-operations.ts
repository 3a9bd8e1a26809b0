export { mainApi } from '@northlight/contract';
