export {
  choosePlace,
  drawScene,
  PLACE_NAMES,
  type PlaceName,
  type SceneCondition,
  type SceneOptions,
} from './draw-scene.ts';
export type { LightMode } from './light.ts';
export { renderJpeg } from './render-jpeg.ts';
