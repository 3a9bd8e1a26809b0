export { ApiError, toErrorSentence } from './api-error.ts';
export { isCountOf, isOfProject, isReadOf } from './affected.ts';
export { awaitRefetch, call, setCsrfToken, setIdentityRequest } from './call.ts';
export { createMutation, createQuery } from './query.ts';
export { saveFile } from './save-file.ts';
export { createQueryClient } from './query-client.ts';
