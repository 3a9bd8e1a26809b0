export { CLIENT_KIND_LABELS, guessClientKind } from './client-kind.ts';
