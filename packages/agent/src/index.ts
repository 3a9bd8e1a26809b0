export * from './link/index.ts';
export { parseAbilities } from './radio/channels.ts';
export { RadioScanner } from './radio/radio-scanner.ts';
export { isLinkChanged, LINK_DOWN, tryBridgeLink } from './bridge/link-trial.ts';
export { checkConfig } from './device/check-config.ts';
export { type Agent, type AgentServices, startAgent } from './device/agent.ts';
export { type AgentConfig, type GatewayConfig, type SwitchConfig } from './device/agent-config.ts';
export { FileStore } from './device/file-store.ts';
export { RESTART_EXIT_CODE } from './device/restart-code.ts';
export { type DeviceSystem, LinuxDriver, type LinuxDriverOptions } from './device/linux-driver.ts';
export { type Topology, TopologyWatch } from './collect/topology-watch.ts';
export {
  type BackupHandlerOptions,
  createBackupHandler,
  createRestoreHandler,
} from './backup/backup-handlers.ts';
export { type CommandHandlers, CommandRunner } from './commands/index.ts';
export { LldpDaemon } from './system/lldp-daemon.ts';
export { OvsInstance } from './system/ovs-instance.ts';
export { LinkPoe } from './switch/poe.ts';
export { SwitchSystem, type SwitchSystemOptions } from './switch/switch-system.ts';
export { SWITCH_BRIDGE } from './switch/switch-plan.ts';
export { countPoolAddresses } from './gateway/dhcp-pool-figures.ts';
export { GatewaySystem, type GatewaySystemOptions } from './gateway/gateway-system.ts';
export { readWans } from './gateway/wan-figures.ts';
export { planGateway, type PlanContext, type SwitchKind } from './gateway/plan.ts';
export type { PlanStep } from './system/plan-step.ts';
export { type Artefacts, type GatewayPorts, renderGateway, type Segment } from './gateway/render.ts';
export { EncodingRefused } from './system/encode.ts';
export { CommandFailed, type RunProgram, runProgram } from './system/run.ts';
export { disableChecksumOffload } from './system/checksum-offload.ts';
export {
  downloadFile,
  DownloadFailed,
  type DownloadFailure,
  type DownloadOptions,
} from './system/download.ts';
export { findRunningPid, stopDaemon } from './system/daemon.ts';
export { type LocalDevice, LocalPage } from './local-page/index.ts';
export { TunnelClient } from './tunnel/tunnel-client.ts';
export { checkFirmware, fetchFirmware, type FirmwareTarget } from './firmware/fetch-firmware.ts';
export { createSnapshotHandler, sendSnapshot, type SnapshotOptions } from './camera/snapshots.ts';
