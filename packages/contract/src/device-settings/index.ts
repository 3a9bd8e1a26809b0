export { deviceId } from './device-id.ts';
export * from './schema.ts';
export { SETTINGS_DOCUMENT, type SettingsItems } from './document.ts';
export * from './rules.ts';
export * from './mesh-rules.ts';
export * from './changes.ts';
export * from './port-defaults.ts';
