#!/usr/bin/env bash
# An array job: task i reduces part i. `sbatch --array=0-7 --requeue reduce.sh FOLDER OPS STEP [STARTS]`
#SBATCH --job-name=segments
#SBATCH --output=/dev/null
set -euo pipefail
folder=$1 ops=$2 step=$3 starts=${4:-}
i=$SLURM_ARRAY_TASK_ID
first=0
[[ -n $starts ]] && first=$(node -p "JSON.parse(process.argv[1])[$i]" "$starts")
# The output appears when it is whole, so a task that was killed or requeued may run again. Exit code 75 asks for that:
# RequeueExit=75,137 in slurm.conf.
exec ${WEBGPU_SEGMENTED:-npx webgpu-segmented} reduce --partial --quiet --by key --column amount --op "$ops" \
  --first-from "$first" --input "$folder/rows$i.arrow" --output "$folder/$step$i.arrow"
