export { formatAddress } from './address.ts';
export { createChangeSchema } from './change-schema.ts';
export {
  type DocumentChange,
  type DocumentConflict,
  defineDocument,
  type DocumentDefinition,
  type DocumentList,
  formatChangeAddress,
  type DocumentMerge,
  type EditSide,
  type DocumentVersions,
} from './define-document.ts';
export { isSame } from './is-same.ts';
