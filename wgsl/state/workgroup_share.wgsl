// Which of `wanted` shares of work a workgroup of a grid of perhaps many more takes; a number from `wanted` on for none. A
// software adapter gives each of its threads one stretch of the grid, once: so the shares are dealt out over all of it, in
// order.

fn shareOf(workgroup: vec3u, grid: vec3u, wanted: u32) -> u32 {
  let workgroups = grid.x * grid.y;
  let number = workgroup.y * grid.x + workgroup.x;
  // Of more workgroups the products would not be words.
  if (wanted >= workgroups || workgroups > 0xFFFFu) {
    return number;
  }
  let share = number * wanted / workgroups;
  return select(workgroups, share, number * wanted - share * workgroups < wanted);
}
