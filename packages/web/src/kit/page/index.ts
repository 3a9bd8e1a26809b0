export { useBottomBar, useBottomBarHeight } from './bottom-bar.ts';
export { Card } from './Card.tsx';
export { isModalOpen } from './is-modal-open.ts';
export { Page } from './Page.tsx';
export { Section } from './Section.tsx';
export { SplitPanel } from './SplitPanel.tsx';
export { LoadFailed } from './LoadFailed.tsx';
export { Tile, Tiles } from './Tiles.tsx';
