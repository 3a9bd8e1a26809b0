export const awaitFrame = (): Promise<unknown> =>
  new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });

/** Resolves in the task after the next frame, when everything is painted. */
export async function awaitPainting(): Promise<void> {
  await awaitFrame();
  await new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve);
    port1.start();
    port2.postMessage(undefined);
  });
}

/** Waits for remaining work of the page, which is not part of the next measurement. */
export async function awaitRest(): Promise<void> {
  for (let count = 0; count < 5; count++) await awaitPainting();
  await new Promise((resolve) => {
    requestIdleCallback(resolve);
  });
  await awaitFrame();
}

/** Returns the element of the page that contains the measured parts. */
export function getRoom(): HTMLElement {
  const room = document.querySelector<HTMLElement>('#room');
  if (!room) throw new Error('The page has no room.');
  return room;
}
