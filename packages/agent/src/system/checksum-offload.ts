import { CommandFailed, type RunProgram } from './run.ts';

/**
 * Switches off checksum offload: user-space switches read frames before the kernel has filled in the
 * checksums, and would forward invalid ones. Uses `ethtool`; where it is missing, uses Perl, which every
 * Debian includes.
 */
export async function disableChecksumOffload(device: string, run: RunProgram): Promise<void> {
  try {
    await run(['ethtool', '-K', device, 'tx', 'off']);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    await run(['perl', '-MSocket', '-e', SET_TX_CHECKSUM_OFF, device]);
  }
}

/** Perl program that calls the ioctl SIOCETHTOOL (0x8946) with ETHTOOL_STXCSUM (0x17) and 0. */
const SET_TX_CHECKSUM_OFF = [
  'my $value = pack("LL", 0x17, 0);',
  'my $request = pack("a16 P", $ARGV[0], $value);',
  'socket(my $socket, AF_INET, SOCK_DGRAM, 0) or die "socket: $!";',
  'ioctl($socket, 0x8946, $request) or die "ioctl: $!";',
].join(' ');
