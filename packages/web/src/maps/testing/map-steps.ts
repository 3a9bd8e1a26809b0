/** Elements and steps of the page of the Wi-Fi map. */
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** Size of the picture in which colours are counted (px). */
const WIDTH = 120;
const HEIGHT = 72;
/** Least difference between the channels of a colour of the heat map. */
const COLOURFUL = 40;

export const drawing = page.getByRole('group', { name: 'Floor plan', exact: true });
export const walls = page.getByRole('button', { name: /^Wall, / });
export const findTool = (name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Tool' }).getByRole('radio', { name, exact: true });

export const chooseTool = (name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: 'Tool' }).getByText(name, { exact: true }).click();

export const expectWalls = (count: number): Promise<void> =>
  expect.poll(() => walls.elements().length).toBe(count);

/** Clicks points of the plan, as shares of its drawing. */
export async function clickPlan(...points: readonly (readonly [number, number])[]): Promise<void> {
  for (const [x, y] of points) {
    const { height, width } = drawing.element().getBoundingClientRect();
    await drawing.click({ position: { x: x * width, y: y * height } });
  }
}

/** Waits until a share of the drawing, from 0 to 1, has the colours of a heat map. */
export const expectHeat = (isEnough: (share: number) => boolean): Promise<void> =>
  expect
    .poll(async () => {
      const picture = await page.screenshot({ element: drawing, save: false });
      return isEnough(await measureHeat(await (await fetch(`data:image/png;base64,${picture}`)).blob()));
    })
    .toBe(true);

/** Returns the share of a picture with the colours of a heat map, from 0 to 1. */
export async function measureHeat(picture: Blob): Promise<number> {
  const context = new OffscreenCanvas(WIDTH, HEIGHT).getContext('2d');
  context?.drawImage(await createImageBitmap(picture), 0, 0, WIDTH, HEIGHT);
  const data = context?.getImageData(0, 0, WIDTH, HEIGHT).data ?? new Uint8ClampedArray();
  let coloured = 0;
  for (let index = 0; index < data.length; index += 4) {
    const [red = 0, green = 0, blue = 0] = data.subarray(index, index + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > COLOURFUL) coloured += 1;
  }
  return coloured / (WIDTH * HEIGHT);
}
