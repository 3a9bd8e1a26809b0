#!/bin/busybox sh
# The first process of the machine: mounts the host's files read-only below a writable layer in memory, then starts
# the guest program.
B=/bin/busybox
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
$B mount -t devtmpfs dev /dev
while read -r module; do $B insmod "$module"; done < /first-modules
$B mount -t 9p -o trans=virtio,version=9p2000.L,ro,msize=512000,cache=loose host /lower || $B poweroff -f
$B mount -t tmpfs -o size=600m tmpfs /upper
$B mkdir -p /upper/files /upper/work
$B cp -a /frequent/. /upper/files/
$B mount -t overlay -o lowerdir=/lower,upperdir=/upper/files,workdir=/upper/work overlay /mnt || $B poweroff -f
for directory in proc sys dev; do $B mount --move /$directory /mnt/$directory; done
$B mount -t tmpfs -o mode=755 tmpfs /mnt/run
$B mkdir -p /mnt/dev/pts /mnt/dev/shm
$B mount -t devpts devpts /mnt/dev/pts
$B mount -t tmpfs tmpfs /mnt/dev/shm
$B mount -t debugfs debugfs /mnt/sys/kernel/debug
release=$($B uname -r)
$B mkdir -p "/mnt/lib/modules"
$B cp -r "/lib/modules/$release" "/mnt/lib/modules/"
printf '#!/bin/busybox sh\nexport PATH=/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin HOME=/root\n"$NODE" "$GUEST" "$CONTROL"\n/bin/busybox poweroff -f\n' > /mnt/run/first
$B chmod 755 /mnt/run/first
# The kernel passes unknown NAME=VALUE options of its command line to the first program as environment variables.
exec $B switch_root /mnt /run/first
