// Folds `count` terms by one fixed tree that depends only on the count. Leaves of LEAF terms are folded left to right.
// Then neighbours are combined in pairs, pairs of pairs, and so on, aligned at the first leaf. A leaf or subtree
// without a right neighbour moves up one level unchanged. So a float sum has the same bits in every size class, family
// and subgroup size. Its error grows with the logarithm of the count. An operator need not be commutative.
//
// GROUP_LANES lanes fold one range. In each round every lane folds one leaf, and the lanes' results are combined
// pairwise (`neighbour`). Each round's result is pushed onto a stack of subtrees (stack.wgsl). If results do not depend
// on how terms are bracketed (TREE is false), each round's result is combined with the result so far. Branches hold
// assignments only: after a combination in one, lavapipe of Mesa 26.1 lost lanes.
//
// import push, foldStack from reduce/fold/stack
// given foldLeaf, Acc, LEAF, identity, GROUP_LANES, combine, TREE

/**
 * Folds terms first … first + count − 1. Only the group's first lane gets the result. Indices of terms count from
 * `origin`. `rounds` must be uniform in the group.
 */
fn fold(first: u32, count: u32, origin: u32, lane: u32, local: u32, rounds: u32) -> Acc {
  let leaves = count / LEAF + select(0u, 1u, count % LEAF != 0u);
  var inOrder = identity();
  for (var round = 0u; round < rounds; round++) {
    let leaf = round * GROUP_LANES + lane;
    var value = identity();
    if (leaf < leaves) {
      value = foldLeaf(first + leaf * LEAF, first + min(leaf * LEAF + LEAF, count), origin);
    }
    for (var step = 1u; step < GROUP_LANES; step <<= 1u) {
      let joined = combine(value, laterLane(local, value, step));
      if (lane % (step * 2u) == 0u && leaf + step < leaves) {
        value = joined;
      }
    }
    if (round * GROUP_LANES < leaves) {
      if (TREE) {
        // The stack may be the workgroup's, so only the lane that has the round's result writes it.
        if (lane == 0u) {
          push(round, value);
        }
      } else {
        // The identity would win ties here, since it is the earlier term. For argmin and argmax it has no valid index.
        let next = combine(inOrder, value);
        inOrder = value;
        if (round > 0u) {
          inOrder = next;
        }
      }
    }
  }
  if (TREE && lane == 0u) {
    return foldStack((leaves + GROUP_LANES - 1u) / GROUP_LANES);
  }
  return inOrder;
}

// ---- choice neighbour: none
// Groups of one lane have no later lane. The fold never uses the result.
//
// given Acc

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return value;
}

// ---- choice neighbour: subgroup
// Groups inside a subgroup: the value of the lane that is `step` lanes later.
//
// given Acc, shuffledDown

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  return shuffledDown(value, step);
}

// ---- choice neighbour: workgroup
// Groups of any size, through workgroup memory: the value of the lane that is `step` lanes later. Only for uniform
// control flow.
//
// given Acc, WORKGROUP

var<workgroup> neighbourValues: array<Acc, WORKGROUP>;

fn laterLane(local: u32, value: Acc, step: u32) -> Acc {
  workgroupBarrier();
  neighbourValues[local] = value;
  workgroupBarrier();
  return neighbourValues[min(local + step, WORKGROUP - 1u)];
}

// ---- choice rounds: fixed
// ROUNDS for every group, so that control flow is uniform in groups that share a subgroup or workgroup. For ranges of
// bounded length.
//
// given ROUNDS

fn roundsFor(count: u32, local: u32) -> u32 {
  return ROUNDS;
}

// ---- choice rounds: lane
// What the lane's range needs. Only for groups of one lane, whose folds have no barriers.
//
// given LEAF

fn roundsFor(count: u32, local: u32) -> u32 {
  return (count + LEAF - 1u) / LEAF;
}

// ---- choice rounds: groups
// What the longest range of the workgroup needs, made uniform. For groups of a part of a workgroup, whose ranges may
// have any length.
//
// given WORKGROUP, LEAF, GROUP_LANES

var<workgroup> groupRounds: array<u32, WORKGROUP>;
var<workgroup> maxRounds: u32;

fn roundsFor(count: u32, local: u32) -> u32 {
  groupRounds[local] = count / (LEAF * GROUP_LANES) + 1u;
  workgroupBarrier();
  if (local == 0u) {
    var rounds = 0u;
    for (var i = 0u; i < WORKGROUP; i += GROUP_LANES) {
      rounds = max(rounds, groupRounds[i]);
    }
    maxRounds = rounds;
  }
  return workgroupUniformLoad(&maxRounds);
}

// ---- choice rounds: workgroup
// What the workgroup's one segment or tile needs, made uniform. For groups of a whole workgroup.
//
// given LEAF, GROUP_LANES

var<workgroup> workgroupRounds: u32;

fn roundsFor(count: u32, local: u32) -> u32 {
  if (local == 0u) {
    workgroupRounds = (count + LEAF * GROUP_LANES - 1u) / (LEAF * GROUP_LANES);
  }
  return workgroupUniformLoad(&workgroupRounds);
}
