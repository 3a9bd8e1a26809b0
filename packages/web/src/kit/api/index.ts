export { ApiError, toErrorSentence } from './api-error.ts';
export { call, setCsrfToken } from './call.ts';
export { mutation, q } from './query.ts';
export { saveFile } from './save-file.ts';
export { createQueryClient } from './query-client.ts';
