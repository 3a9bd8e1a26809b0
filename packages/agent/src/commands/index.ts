export { CommandRunner } from './command-runner.ts';
export { type CommandHandlers, CommandRefused } from './command-handler.ts';
export { resetHandler, restartHandler } from './lifecycle.ts';
export { LocateLight } from './locate.ts';
export { pingHandler } from './ping.ts';
export { routeTableHandler } from './route-table.ts';
export { tracerouteHandler } from './traceroute.ts';
