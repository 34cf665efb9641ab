// What a merge leaves before the last one: sort keys.

fn left(item: Item) -> Key {
  return item;
}
