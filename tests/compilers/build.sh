#!/bin/sh
# build.sh DIR: compiles the Vulkan layer and the shim of Intel GPUs into DIR.
# Debian: gcc, libvulkan-dev, and linux-libc-dev of 6.8 or later, whose headers have both of Intel's kernel drivers.
# Without drm/xe_drm.h the shim has no Xe2 GPUs.
set -e
here=$(cd "$(dirname "$0")" && pwd)
flags="-shared -fPIC -O1 -Wall -Wextra -fvisibility=hidden"
xe=0
echo '#include <drm/xe_drm.h>' | ${CC:-cc} -E - >/dev/null 2>&1 && xe=1
${CC:-cc} $flags -o "$1/libpaper_stats.so" "$here/paper/stats_layer.c"
${CC:-cc} $flags -DPAPER_XE=$xe -o "$1/libpaper_drm.so" \
  "$here/paper/paper_drm.c" "$here/paper/paper_i915.c" "$here/paper/paper_xe.c" -ldl -lpthread
cp "$here/paper/paper_stats.json" "$1/"
