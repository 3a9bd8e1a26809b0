export { BlacklistPage } from './BlacklistPage.tsx';
export { RadiosTab } from './RadiosTab.tsx';
