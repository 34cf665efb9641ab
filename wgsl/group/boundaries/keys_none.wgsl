// The call does not want the groups' ids, or another kernel writes them.

fn storeKey(group: u32, row: u32) {
}
