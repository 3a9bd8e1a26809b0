export { CommandRunner } from './command-runner.ts';
export { type CommandHandlers, CommandRefused } from './command-handler.ts';
export { createResetHandler, createRestartHandler } from './lifecycle.ts';
export { LocateLight } from './locate.ts';
export { createPingHandler } from './ping.ts';
export { createRouteTableHandler } from './route-table.ts';
export { createTracerouteHandler } from './traceroute.ts';
