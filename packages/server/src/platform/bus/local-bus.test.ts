import { describeBus } from './testing/bus-contract.ts';
import { LocalBus } from './local-bus.ts';

describeBus('LocalBus', () => {
  const bus = new LocalBus({ error: () => undefined });
  return Promise.resolve({ publisher: bus, subscriber: bus, [Symbol.asyncDispose]: () => Promise.resolve() });
});
