export { createLook, getServerColour, listLegendStops } from './colour-ramps.ts';
export { drawFrame } from './canvas-painter.ts';
export { HeatCanvas } from './HeatCanvas.tsx';
export { MapClient } from './map-client.ts';
export type { MapFrame } from './messages.ts';
export type { MapView } from './painter.ts';
export type { MapRadio, MapScene, MapWall } from './scene.ts';
