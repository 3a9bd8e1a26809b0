export { DeviceSparklines } from './DeviceSparklines.tsx';
