import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { APPLICATIONS } from '@northlight/contract/device-protocol';
import { describe, expect, it, test } from 'vitest';
import { parseFlowCounters, readApplications } from '../collect/application-traffic.ts';
import { CommandFailed, runProgram } from '../system/run.ts';
import { listPorts, TCP_APPLICATIONS, UDP_APPLICATIONS } from './application-ports.ts';
import { renderFlowCounters } from './flow-counters.ts';

const commands = renderFlowCounters().nftables.map((command) => JSON.stringify(command).replaceAll('"', "'"));

describe('the counters by application', () => {
  it('are created once and kept when the ruleset is loaded again', () => {
    const counters = commands.filter((command) => command.startsWith("{'add':{'counter'"));
    expect(counters).toHaveLength(2 * APPLICATIONS.length);
    expect(counters[0]).toBe(
      "{'add':{'counter':{'family':'inet','table':'northlight_flow','name':'received_web'}}}",
    );
    expect(commands.filter((command) => command.includes("'delete'"))).toEqual([]);
    expect(commands.filter((command) => !/^\{'add':\{'(?:counter|map|element)'/.test(command)))
      .toMatchInlineSnapshot(`
      [
        "{'add':{'table':{'family':'inet','name':'northlight_flow'}}}",
        "{'flush':{'map':{'family':'inet','table':'northlight_flow','name':'received_tcp'}}}",
        "{'flush':{'map':{'family':'inet','table':'northlight_flow','name':'received_udp'}}}",
        "{'flush':{'map':{'family':'inet','table':'northlight_flow','name':'sent_tcp'}}}",
        "{'flush':{'map':{'family':'inet','table':'northlight_flow','name':'sent_udp'}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight_flow','name':'received'}}}",
        "{'flush':{'chain':{'family':'inet','table':'northlight_flow','name':'received'}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight_flow','name':'sent'}}}",
        "{'flush':{'chain':{'family':'inet','table':'northlight_flow','name':'sent'}}}",
        "{'add':{'chain':{'family':'inet','table':'northlight_flow','name':'flow','type':'filter','hook':'forward','prio':10,'policy':'accept'}}}",
        "{'flush':{'chain':{'family':'inet','table':'northlight_flow','name':'flow'}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'flow','expr':[{'match':{'op':'in','left':{'ct':{'key':'state'}},'right':'invalid'}},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'flow','expr':[{'match':{'op':'!=','left':{'meta':{'key':'iifname'}},'right':'vlan*'}},{'match':{'op':'==','left':{'meta':{'key':'oifname'}},'right':'vlan*'}},{'jump':{'target':'received'}}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'flow','expr':[{'match':{'op':'==','left':{'meta':{'key':'iifname'}},'right':'vlan*'}},{'match':{'op':'!=','left':{'meta':{'key':'oifname'}},'right':'vlan*'}},{'jump':{'target':'sent'}}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'received','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':'tcp'}},{'counter':{'map':{'key':{'ct':{'key':'proto-src','dir':'reply'}},'data':'@received_tcp'}}},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'received','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':'udp'}},{'counter':{'map':{'key':{'ct':{'key':'proto-src','dir':'reply'}},'data':'@received_udp'}}},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'received','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':{'set':['gre','esp','ah']}}},{'counter':'received_vpn'},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'received','expr':[{'counter':'received_other'}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'sent','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':'tcp'}},{'counter':{'map':{'key':{'ct':{'key':'proto-src','dir':'reply'}},'data':'@sent_tcp'}}},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'sent','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':'udp'}},{'counter':{'map':{'key':{'ct':{'key':'proto-src','dir':'reply'}},'data':'@sent_udp'}}},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'sent','expr':[{'match':{'op':'==','left':{'meta':{'key':'l4proto'}},'right':{'set':['gre','esp','ah']}}},{'counter':'sent_vpn'},{'return':null}]}}}",
        "{'add':{'rule':{'family':'inet','table':'northlight_flow','chain':'sent','expr':[{'counter':'sent_other'}]}}}",
      ]
    `);
  });

  it.each([
    ['TCP', TCP_APPLICATIONS],
    ['UDP', UDP_APPLICATIONS],
  ])('assign one application to each listed port of %s', (_name, byPort) => {
    const ports = listPorts(byPort);
    const names: readonly string[] = APPLICATIONS;
    for (const [port, id] of ports) {
      expect(Number.isInteger(port) && port > 0 && port < 65_536).toBe(true);
      expect(names).toContain(id);
    }
    expect(new Set(ports.map(([port]) => port)).size).toBe(ports.length);
  });
});

test('reports listed counters by application, and skips applications without both counters', () => {
  const counter = (name: string, bytes: number) => ({ counter: { name, bytes, packets: 1 } });
  const text = JSON.stringify({
    nftables: [
      { metainfo: {} },
      counter('received_web', 900),
      counter('sent_web', 100),
      counter('sent_mail', 5),
      counter('received_games', 5),
      counter('sent_games', 5),
    ],
  });
  expect(parseFlowCounters(text)).toEqual([{ id: 'web', rxBytes: 900, txBytes: 100 }]);
});

test('reports no applications for a gateway without counters', async () => {
  const failing = () => Promise.reject(new CommandFailed(['nft'], 'No such file or directory'));
  expect(await readApplications(failing)).toBeUndefined();
});

/** Reason why nftables cannot run here; undefined when it can. */
const refusal = await runProgram(['unshare', '-n', 'nft', 'list', 'tables']).then(
  () => undefined,
  (error: unknown) => (error instanceof CommandFailed ? error.message : Promise.reject(error)),
);
if (refusal !== undefined) process.stderr.write(`skipped, nftables cannot run: ${refusal}\n`);

test.skipIf(refusal !== undefined)('keeps counting when the rules are loaded again', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'nl-flow-'));
  try {
    const file = join(directory, 'flow.json');
    await writeFile(file, JSON.stringify(renderFlowCounters()));
    const earlier = 'counter inet northlight_flow received_web { packets 3 bytes 4200 }';
    const steps = [
      'nft add table inet northlight_flow',
      `nft add ${earlier.replace('{', "'{").replace('}', "}'")}`,
      // Adds a port that an earlier software version assigned to another application.
      "nft add map inet northlight_flow sent_tcp '{ type inet_service : counter; }'",
      `nft add element inet northlight_flow sent_tcp '{ 80 : "received_web" }'`,
      `nft -j -f ${file}`,
      `nft -j -f ${file}`,
      'nft -j list counters table inet northlight_flow',
    ];
    const counters = parseFlowCounters(await runProgram(['unshare', '-n', 'sh', '-ec', steps.join('\n')]));
    expect(counters).toHaveLength(APPLICATIONS.length);
    expect(counters[0]).toEqual({ id: 'web', rxBytes: 4200, txBytes: 0 });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
