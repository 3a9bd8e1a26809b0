export { ApiError, sentenceOf } from './api-error.ts';
export { call, setCsrfToken, type CallExtras } from './call.ts';
export { mutation, q } from './query.ts';
export { createQueryClient } from './query-client.ts';
