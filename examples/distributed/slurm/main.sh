#!/usr/bin/env bash
# Reduces the parts of a folder by two array jobs, and joins them: `./main.sh FOLDER PARTS`. The folder is shared.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=$1 parts=$2
program=${WEBGPU_SEGMENTED:-npx webgpu-segmented}
array=(sbatch --parsable --wait --requeue --array="0-$((parts - 1))")
inputs() { for ((i = 0; i < parts; i++)); do printf -- '--input %s ' "$folder/$1$i.arrow"; done; }

"${array[@]}" "$here/reduce.sh" "$folder" count count >/dev/null
starts=$($program starts $(inputs count))
"${array[@]}" "$here/reduce.sh" "$folder" sum,count,max,argmin part "$starts" >/dev/null
$program combine $(inputs part) --output "$folder/totals.arrow"
echo "$parts parts: $folder/totals.arrow"
