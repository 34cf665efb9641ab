// Keys without values: nothing travels with them.

fn takePayloads(local: u32) {
}

fn putPayload(slot: u32, item: u32) {
}
