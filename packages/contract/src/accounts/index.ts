export * from './length-unit.ts';
export * from './schema.ts';
export * from './security-schema.ts';
export { DEMO_FUNC_SUPPORT, DEMO_FUNCTIONS } from './demo-functions.ts';
export { DISPLAY_API, DISPLAY_DAYS_MAX, DISPLAYS_MAX, type Display } from './display-endpoints.ts';
export { type ManagedAccount, managedAccount, SIGNING_KEY_KINDS } from './admin-endpoints.ts';
export {
  AVATAR_PIXELS,
  COMPANY_CHANGE_DAYS,
  IMAGE_MAX_BYTES,
  IMAGE_TYPES,
  type Profile,
  profile,
  profileChange,
} from './profile-endpoints.ts';
export {
  FILTER_NAME_MAX,
  LIST_IDS,
  type ListColumns,
  listColumns,
  type ListId,
  type ListView,
  listView,
  SAVED_FILTERS_MAX,
  type SavedFilter,
  savedFilter,
} from './list-views.ts';
export { type CallbackAnswer, callbackAnswer, identity } from './provider-endpoints.ts';
export { QR_SECONDS, QR_STATES } from './qr-endpoints.ts';
export { signInEndpoints } from './sign-in-endpoints.ts';
export { accountEndpoints } from './endpoints.ts';
