/** A virtual machine with the agent and simulated radios. */
import type { Host } from './host.ts';
import { Machine } from './machine.ts';
import type { MachineSoftware } from './software.ts';

export class Stage implements AsyncDisposable {
  readonly machine: Machine;
  /** Path of the agent's program in the machine. */
  readonly agent: string;

  private constructor(machine: Machine, agent: string) {
    this.machine = machine;
    this.agent = agent;
  }

  /** Boots a machine with a number of radios, whose interfaces are `wlan0`, `wlan1`… */
  static async open({ agent, image }: MachineSoftware, radios = 0): Promise<Stage> {
    const machine = await Machine.boot({ image });
    if (radios > 0) await machine.run(['modprobe', 'mac80211_hwsim', `radios=${radios}`]);
    return new Stage(machine, agent);
  }

  async moveRadio(radio: number, { name }: Host): Promise<void> {
    await this.machine.run(['iw', 'phy', `phy${radio}`, 'set', 'netns', 'name', name]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine[Symbol.asyncDispose]();
  }
}
