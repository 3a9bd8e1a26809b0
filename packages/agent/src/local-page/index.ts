export { type LocalDevice, LocalPage } from './local-page.ts';
export { LanServer } from './lan-server.ts';
export { PAGE_BODY_MAX_BYTES, type PageRequest, type PageResponse, createRefusal } from './page-message.ts';
