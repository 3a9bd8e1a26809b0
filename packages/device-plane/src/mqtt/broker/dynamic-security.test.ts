import { SteppedClock } from '@northlight/runtime';
import { expect, test } from 'vitest';
import { type Command, CommandRefused, DynamicSecurity, NoAnswer } from './dynamic-security.ts';

/** A plugin that answers each message of commands as it is told, by command. */
function plugin(errors: Readonly<Record<string, string>>) {
  const clock = new SteppedClock();
  const security: DynamicSecurity = new DynamicSecurity(clock, (payload) => {
    const { commands } = JSON.parse(payload) as { commands: (Command & { correlationData?: string })[] };
    if (commands.some(({ command }) => command === 'silence')) return Promise.resolve();
    const responses = commands.map(({ command, correlationData }) => ({
      command,
      ...(correlationData !== undefined && { correlationData }),
      ...(errors[command] !== undefined && { error: errors[command] }),
    }));
    security.heard(JSON.stringify({ responses }));
    return Promise.resolve();
  });
  return { clock, security };
}

test('what is removed may be gone already, what is made may be there; anything else that is refused is an error', async () => {
  const { security } = plugin({
    deleteClient: 'Client not found',
    createGroup: 'Group already exists',
    setClientPassword: 'Client not found',
  });
  await security.run({ command: 'deleteClient' }, { command: 'createGroup' });
  await expect(security.run({ command: 'enableClient' }, { command: 'setClientPassword' })).rejects.toThrow(
    new CommandRefused('setClientPassword: Client not found'),
  );
});

test('who says nothing is not waited for for ever, and nobody is answered over the end of a connection', async () => {
  const { clock, security } = plugin({});
  const late = expect(security.run({ command: 'silence' })).rejects.toThrow(NoAnswer);
  await clock.advance(10_000);
  await late;
  const lost = expect(security.run({ command: 'silence' })).rejects.toThrow(
    'The connection to the broker ended.',
  );
  security.lost();
  await lost;
});
